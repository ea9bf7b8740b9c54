/** What is asked of positions that are studied comes as data, and changes nothing. */
import { expect, test } from 'vitest'
import { PagePainter } from '../../src/painting/painter'
import { toBase64 } from '../../src/game/view_runs'
import type { BoardCard } from '../../src/protocol'
import { fromAfar } from '../../src/sandbox/distant_painter'
import { CODE, lesson } from '../fake_code'

const VIEW = toBase64(Uint8Array.from([0, 0]))
const CARD = { name: 'Go fish', code: 'a.js', view: VIEW, viewer: null, seats: ['A', 'B'] } as unknown as BoardCard

test('a way is followed as far as it can be played', async () => {
  const positions = await new PagePainter(CODE).study(CARD, null)
  const { numbers } = await positions.numbers([])
  const text = await positions.text(numbers)
  const kept = await positions.playable([7, 999])
  expect(kept).toEqual([7])
  expect((await positions.moments(kept, 0)).length).toBe(1)
  await expect(positions.numbers([999])).rejects.toThrow('not possible')
  expect(await positions.text((await positions.numbers([])).numbers)).toBe(text)
})

test('a picture of bytes of another game is refused', async () => {
  const seen = { view: toBase64(new Uint8Array(99)), viewer: null, players: 2, facing: 0 }
  await expect(new PagePainter(CODE).picture(seen)).rejects.toThrow(RangeError)
})

test('a lesson stands where its answers lead, and says what comes of the last one', async () => {
  const painter = new PagePainter(CODE)
  const begun = await painter.lesson(lesson(), [])
  expect([begun.done, begun.solution, begun.moment.ply, begun.feedback]).toEqual([0, 7, 0, null])
  const wrong = await painter.lesson(lesson(), [6])
  expect([wrong.done, wrong.moment.ply, wrong.feedback?.words]).toEqual([0, 0, 'No.'])
  const done = await painter.lesson(lesson(), [7, 7])
  expect([done.done, done.solution, done.moment.ply, done.feedback?.right]).toEqual([2, null, 3, true])
})

test('a view tells from afar what an action would do and why a click does nothing, as the position does', async () => {
  const painter = new PagePainter(CODE)
  const { moment } = await painter.lesson(lesson(), [])
  const { view, seen_by: viewer } = moment
  const far = fromAfar(painter, { view, viewer, players: 2, facing: 0 })
  expect((await far.preview!(7)).caption).toBe((await moment.preview!(7)).caption)
  expect(await far.explain!(['a'], 'b')).toBe(moment.explain!(['a'], 'b'))
})

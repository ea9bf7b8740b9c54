/** What is asked of positions that are studied comes as data, and changes nothing. */
import { expect, test } from 'vitest'
import { PagePainter } from '../../src/painting/painter'
import { toBase64 } from '../../src/game/view_runs'
import type { BoardCard } from '../../src/protocol'
import { CODE } from '../fake_code'

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

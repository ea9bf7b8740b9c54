import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as fake from '../fake'
import { onePiece } from '../scenes'

const join = () => fake.join(fake.moment(2, onePiece()))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a preview is asked for once, after a moment, and never of the past', () => {
  const { selection, line } = join()
  selection.press('a', false)
  selection.point('b')
  vi.advanceTimersByTime(fake.REST)
  expect(line.sent).toEqual([{ type: 'preview', ply: 2, action: 7, takebacks: 0 }])
  line.says({
    type: 'previewed',
    ply: 2,
    action: 7,
    scene: { ...onePiece([]), pieces: [{ ...onePiece([]).pieces[0]!, spot: 'b', x: 1.5 }] },
  })
  expect(selection.previews.ghosts?.arriving.map((piece) => piece.spot)).toEqual(['b'])
  selection.point(null)
  selection.point('b')
  vi.advanceTimersByTime(fake.REST)
  expect(line.sent.length).toBe(1)
  selection.point('c')
  selection.press('b', false)
  vi.advanceTimersByTime(fake.REST)
  expect(line.sent.map((message) => message.type)).toEqual(['preview', 'move'])
})

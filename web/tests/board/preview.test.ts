import { beforeEach, expect, test, vi } from 'vitest'
import * as fake from '../fake'
import { onePiece } from '../scenes'

beforeEach(() => vi.useFakeTimers())

test('a preview is made once, after a moment, and never of the past', () => {
  const { table, selection } = fake.join(fake.moment(2, onePiece()))
  const after = { ...onePiece([]), pieces: [{ ...onePiece([]).pieces[0]!, spot: 'b', x: 1.5 }] }
  const preview = vi.fn(() => after)
  table.newest!.preview = preview
  selection.press('a', false)
  selection.point('b')
  expect(preview).not.toHaveBeenCalled()
  vi.advanceTimersByTime(fake.REST)
  expect(preview.mock.calls).toEqual([[7]])
  expect(selection.previews.ghosts?.arriving.map((piece) => piece.spot)).toEqual(['b'])
  selection.point(null)
  selection.point('b')
  vi.advanceTimersByTime(fake.REST)
  selection.point('c')
  selection.press('b', false)
  vi.advanceTimersByTime(fake.REST)
  expect(preview).toHaveBeenCalledTimes(1)
})

test('a preview that fails does not keep anybody from playing', () => {
  const { table, selection, line } = fake.join(fake.moment(2, onePiece()))
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  table.newest!.preview = () => {
    throw new TypeError('not drawn')
  }
  selection.press('a', false)
  selection.press('b', false)
  expect(said).toHaveBeenCalled()
  expect(line.sent.map((message) => message.type)).toEqual(['move'])
})

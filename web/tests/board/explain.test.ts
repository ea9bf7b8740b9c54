import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as fake from '../fake'
import { onePiece, spot } from '../scenes'

const join = () => fake.join(fake.moment(2, onePiece()))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a click that does nothing asks why, and says so until something else is pointed at', () => {
  const { table, selection, line } = join()
  selection.press('c', false)
  expect([selection.explanations.refused, line.sent.at(-1)]).toEqual([
    '',
    { type: 'why not', ply: 2, path: [], spot: 'c', takebacks: 0 },
  ])
  line.says({ type: 'because', ply: 2, path: [], spot: 'c', words: 'That is red’s' })
  expect([selection.explanations.refused, table.announced]).toEqual(['That is red’s', 'That is red’s.'])
  selection.point('b')
  expect(selection.explanations.refused).toBe('')
  selection.press('c', false) // known by now
  expect([selection.explanations.refused, line.sent.filter(({ type }) => type === 'why not').length]).toEqual([
    'That is red’s',
    1,
  ])
  selection.press('a', false)
  selection.press('z', true)
  expect([selection.path, line.sent.at(-1)]).toEqual([
    ['a'],
    { type: 'why not', ply: 2, path: ['a'], spot: 'z', takebacks: 0 },
  ])
  selection.back() // the answer is about something that nobody asks any more
  line.says({ type: 'because', ply: 2, path: ['a'], spot: 'z', words: 'Too far' })
  expect(selection.explanations.refused).toBe('')
  selection.press('a', false)
  selection.press('c', false)
  expect([selection.explanations.refused, line.sent.at(-1)]).toEqual([
    '',
    { type: 'move', seat: 0, ply: 2, action: 9, takebacks: 0 },
  ])
  selection.press('a', false)
  expect(selection.explanations.refused).toBe('') // nothing is asked of anybody now
})

test('a click of somebody who waits or watches describes what lies there, for a while, without asking the server', () => {
  const seats = fake.card.seats.map((seat) => ({ ...seat, yours: false }))
  const spots = [spot('a', 0.5, '', { words: 'blue pile: four tiles' })]
  const at = { ...fake.moment(2, { ...onePiece([]), spots }), seen_by: null }
  const { table, selection, line } = fake.join(at, { ...fake.card, seats })
  selection.press('a', true)
  expect([selection.explanations.described, table.announced.trim(), line.sent]).toEqual([
    'Blue pile: four tiles',
    'Blue pile: four tiles.',
    [],
  ])
  expect(selection.explanations.refused).toBe('') // which is of one's own clicks: it would stand on when one's turn begins
  vi.advanceTimersByTime(8000)
  expect(selection.explanations.described).toBe('')
  table.browse(0)
  selection.press('a', true)
  expect(selection.explanations.described).toBe('') // of what is past the prompt has no room to tell
})

test('a pointer that rests on a place which cannot be chosen is told why', () => {
  const { selection, line } = join()
  selection.point('c')
  vi.advanceTimersByTime(fake.REST)
  expect(line.sent).toEqual([{ type: 'why not', ply: 2, path: [], spot: 'c', takebacks: 0 }])
  line.says({ type: 'because', ply: 2, path: [], spot: 'c', words: 'That is red’s' })
  expect([selection.hint, selection.explanations.refused]).toEqual(['That is red’s', ''])
  selection.point('b')
  selection.point('c')
  vi.advanceTimersByTime(fake.REST)
  expect(
    line.sent.filter(({ type, ...asked }) => type === 'why not' && 'spot' in asked && asked.spot === 'c').length,
  ).toBe(1)
})

test('a reason in the scene is said at once', () => {
  const reasons = [{ pose: '', spot: 'd', words: 'It is full' }]
  const spots = ['a', 'b', 'c', 'd', 'e'].map((id, i) => spot(id, i + 0.5, '', { words: `${id}: a square` }))
  const { selection } = fake.join(fake.moment(2, { ...onePiece(), spots, reasons }))
  selection.press('a', false)
  selection.press('d', false)
  expect(selection.explanations.refused).toBe('It is full')
  selection.back()
  expect(selection.explanations.refused).toBe('')
})

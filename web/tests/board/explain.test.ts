import { beforeEach, expect, test, vi } from 'vitest'
import * as fake from '../fake'
import { onePiece, spot } from '../scenes'

/** A table at which `explain` says why a click does nothing. */
function join(explain: (path: readonly string[], spot: string) => string | Promise<string>) {
  const joined = fake.join(fake.moment(2, onePiece()))
  joined.table.newest!.explain = explain
  return joined
}

beforeEach(() => vi.useFakeTimers())

test('a click that does nothing says why, until something else is pointed at', () => {
  const { table, selection, line } = join((path, spot) => `${spot} after ${path.join()}`)
  selection.press('c', false)
  expect([selection.explanations.refused, table.announced]).toEqual(['c after ', 'c after .'])
  selection.point('b')
  expect(selection.explanations.refused).toBe('')
  selection.press('a', false)
  selection.press('z', true)
  expect([selection.path, selection.explanations.refused]).toEqual([['a'], 'z after a'])
  selection.press('c', false)
  expect([selection.explanations.refused, line.sent.at(-1)]).toEqual([
    '',
    { type: 'move', seat: 0, ply: 2, action: 9, takebacks: 0 },
  ])
  selection.press('a', false)
  expect(selection.explanations.refused).toBe('') // nothing is to be decided now
})

test('a reason that comes later is said once it is there, unless something else has happened since', async () => {
  const { table, selection } = join((path, spot) => Promise.resolve(`${spot} after ${path.join()}`))
  const { explanations } = selection
  selection.press('c', false)
  expect(explanations.refused).toBe('')
  await vi.waitFor(() => expect([explanations.refused, table.announced]).toEqual(['c after ', 'c after .']))
  selection.press('d', false)
  selection.point('c')
  await vi.advanceTimersByTimeAsync(fake.REST)
  expect(explanations.refused).toBe('')
  await vi.waitFor(() => expect(selection.hint).toBe('c after '))
})

test('where a server drew the picture, the page knows no reasons', () => {
  const { selection } = fake.join(fake.moment(2, onePiece()))
  selection.press('c', false)
  expect(selection.explanations.refused).toBe('A click there does nothing now')
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

test('a pointer that rests on a place which cannot be chosen is told why; one that passes by is not', () => {
  const { selection } = join((_, spot) => `${spot} is red’s`)
  selection.point('b')
  vi.advanceTimersByTime(200)
  selection.point('c')
  vi.advanceTimersByTime(200)
  expect(selection.hint).toBe('')
  vi.advanceTimersByTime(fake.REST)
  expect([selection.hint, selection.explanations.refused]).toEqual(['c is red’s', ''])
  selection.reset()
  expect(selection.hint).toBe('') // the prompt of a new position is not hidden
})

test.each([
  () => {
    throw new Error('a fault in the code of a game')
  },
  () => Promise.reject(new Error('a fault in the code of a game')),
])('a reason that cannot be made is no reason', async (explain) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { selection } = join(explain)
  selection.press('c', false)
  await vi.waitFor(() => expect(selection.explanations.refused).toBe('A click there does nothing now'))
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

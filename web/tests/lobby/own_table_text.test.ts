import { expect, test, vi } from 'vitest'
import { recall, remember, keepStandings, tables, type Remembered } from '../../src/browser/saved_tables'
import { opponentsText, headline, howItEnded, myTurn, ordered, waitsForMe } from '../../src/lobby/own_table_text'
import type { YourTable } from '../../src/protocol'

const seat = (role: string, more = {}) => ({
  ...{ role, name: '', level: '', strength: '', open: false, kind: 'person' as const, species: '' },
  ...more,
})
const table = (more: Partial<YourTable> = {}): YourTable => ({
  id: 't',
  game: 'g',
  name: 'Game',
  state: 'playing',
  cooperative: false,
  yours: [0],
  turn: 0,
  winners: [],
  words: '',
  reason: '',
  at: 5,
  time: '',
  seats: [seat('North', { name: 'Me' }), seat('South', { name: 'Ann' })],
  ...more,
})

test('whose turn it is', () => {
  expect(headline(table())).toBe('Your turn')
  expect(headline(table({ turn: 1 }))).toBe('Ann’s turn')
  expect(headline(table({ turn: null }))).toBe('In progress')
  expect(headline(table({ yours: [0, 1], turn: 1 }))).toBe('Ann to move')
  expect(headline(table({ state: 'waiting', turn: null }))).toBe('Waiting for players')
})

test('a bot that stands in waits for nobody', () => {
  const lent = table({ seats: [seat('North', { level: 'hard', strength: 'Hard' }), seat('South')] })
  expect([myTurn(lent), headline(lent)]).toEqual([false, 'Hard bot’s turn'])
})

test('how it ended, from the viewer’s side', () => {
  const ended = (more: Partial<YourTable>) => headline(table({ state: 'over', turn: null, ...more }))
  expect(ended({ winners: [0] })).toBe('You won')
  expect(ended({ winners: [1] })).toBe('You lost')
  expect(ended({ winners: [0, 1] })).toBe('It is a draw') // as at the table
  expect(ended({})).toBe('It is a draw')
  const three = [...table().seats, seat('East')]
  expect(ended({ seats: three, winners: [0, 2] })).toBe('You shared the win')
  expect(ended({ cooperative: true, winners: [0, 1] })).toBe('You all won')
  expect(ended({ cooperative: true })).toBe('You all lost')
  expect(ended({ cooperative: true, seats: [seat('North')], winners: [0] })).toBe('You won')
  expect(ended({ yours: [], winners: [1] })).toBe('Finished')
  expect(ended({ yours: [0, 1], winners: [1] })).toBe('Finished')
})

test('why it ended is told, and who won where that is not said yet', () => {
  const ended = table({ state: 'over', turn: null, winners: [1], words: 'South wins.', reason: 'nobody can move' })
  expect([howItEnded(ended), howItEnded({ ...ended, yours: [] }), howItEnded({ ...ended, reason: '' })]).toEqual([
    'Nobody can move',
    'South wins.',
    'South wins.',
  ])
})

test('the other players', () => {
  expect(opponentsText(table())).toBe('with Ann')
  const bots = [seat('North'), seat('South', { level: 'greedy', strength: 'Very easy' }), seat('East', { open: true })]
  expect(opponentsText(table({ seats: bots }))).toBe('with the Very easy bot')
})

const known = (id: string, standing?: Partial<YourTable>, more: Partial<Remembered> = {}): Remembered => ({
  id,
  slug: 'g',
  name: 'Game',
  keys: ['k'],
  invites: [],
  watch: '',
  when: 5,
  ...(standing && { standing: table({ id, ...standing }) }),
  ...more,
})

test('my turn comes first, finished games near the end, gone ones last, and those do not wait for me', () => {
  const gone = known('gone', { at: 9 }, { gone: true })
  const all = [
    gone,
    known('over', { state: 'over', at: 9 }),
    known('unknown'),
    known('theirs', { turn: 1, at: 8 }),
    known('mine', { at: 1 }),
  ]
  expect(ordered(all).map(({ id }) => id)).toEqual(['mine', 'theirs', 'unknown', 'over', 'gone'])
  expect(all.filter(waitsForMe).map(({ id }) => id)).toEqual(['mine'])
})

test('how tables stand is remembered, and their order stays', () => {
  vi.setSystemTime(1000)
  remember({ id: 'a', keys: ['k'] })
  vi.setSystemTime(2000)
  remember({ id: 'b', keys: [] })
  keepStandings({ tables: [table({ id: 'a' })], gone: ['b'] })
  expect(tables().map(({ id, when, gone }) => [id, when, gone ?? false])).toEqual([
    ['b', 2000, true],
    ['a', 1000, false],
  ])
  expect(recall('a')?.standing?.turn).toBe(0)
  keepStandings({ tables: [], gone: [] }) // of what is gone nobody asks any more
  expect(recall('b')?.gone).toBe(true)
})

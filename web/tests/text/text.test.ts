import { expect, test } from 'vitest'
import {
  awaited,
  ending,
  initials,
  list,
  players,
  roles,
  said,
  secret,
  sentence,
  sitter,
  told,
  turn,
  verdict,
  waiting,
} from '../../src/text/text'
import type { Entry, GameCard, Moment, SeatCard, TableCard } from '../../src/protocol'

test.each([
  [[2], '2 players'],
  [[1], '1 player'],
  [[2, 3, 4], '2–4 players'],
  [[1, 3], '1 or 3 players'],
  [[2, 3], '2 or 3 players'],
])('%j -> %s', (counts, words) => expect(players(counts)).toBe(words))

test('lists read as prose', () => {
  expect(list(['Ann'])).toBe('Ann')
  expect(list(['Ann', 'Bo', 'Cy'])).toBe('Ann, Bo and Cy')
})

const seat = (index: number, yours: boolean, name = ''): SeatCard => ({
  index,
  role: ['North', 'South'][index]!,
  name,
  kind: 'person',
  level: '',
  strength: '',
  open: false,
  came: true,
  yours,
  here: true,
  style: '',
  feed: '',
  webhook: '',
  lent: '',
})
const game = { seats: { 2: ['North', 'South'] } } as unknown as GameCard
const table = (...seats: SeatCard[]) => ({ game, seats, begun: true }) as unknown as TableCard
const moment = (mover: number | null) =>
  ({
    mover,
    over: mover === null,
    winners: [0],
    given_up: false,
    scene: { caption: 'North wins.' },
  }) as unknown as Moment

test('whose turn it is', () => {
  expect(turn(table(seat(0, true), seat(1, false, 'Bo')), moment(0))).toBe('Your turn.')
  expect(turn(table(seat(0, true), seat(1, false, 'Bo')), moment(1))).toBe('Bo to move.')
  expect(turn(table(seat(0, true), seat(1, true)), moment(1))).toBe('South to move.')
  expect(turn(table(seat(0, true), seat(1, true)), moment(null))).toBe('North won. North wins.')
})

test('the end is told to who reads it, by name', () => {
  const [ann, me] = [seat(0, false, 'Ann'), seat(1, true)]
  const end = (winners: number[], more: Partial<Moment> = {}) => ({ ...moment(null), winners, ...more }) as Moment
  expect(verdict(table(ann, me), end([1]))).toBe('You won')
  expect(verdict(table(ann, me), end([0]))).toBe('You lost: Ann won')
  expect(verdict(table(ann, seat(1, false)), end([0]))).toBe('Ann won') // a spectator
  expect(verdict(table({ ...ann, yours: true }, me), end([1]))).toBe('South won') // both at one screen
  expect(verdict(table(ann, me), end([0, 1]))).toBe('It is a draw')
  expect(verdict(table(ann, me), end([]))).toBe('It is a draw')
  const plural = { ...seat(0, false), role: 'Green and red' }
  expect(verdict(table(plural, me), end([0]))).toBe('You lost: Green and red won')
  const three = table(ann, me, { ...seat(0, false, 'Cy'), index: 2 })
  expect([end([0, 1]), end([0, 2])].map((moment) => verdict(three, moment))).toEqual([
    'You and Ann won',
    'You lost: Ann and Cy won',
  ])
  const together = { ...table(ann, me), game: { ...game, cooperative: true } }
  expect([end([]), end([0, 1])].map((moment) => verdict(together, moment))).toEqual(['You all lost', 'You all won'])
  const watched = { ...together, seats: [ann, { ...me, yours: false }] }
  expect(verdict(watched, end([0, 1]))).toBe('Everybody won')
  const alone = (seat: SeatCard) => [end([]), end([0])].map((moment) => verdict({ ...together, seats: [seat] }, moment))
  expect(alone({ ...ann, yours: true })).toEqual(['You lost', 'You won'])
  expect(alone(ann)).toEqual(['Ann lost', 'Ann won'])
})

test('how it ended stands after who won, and does not say that again', () => {
  const end = { ...moment(null), reason: 'nobody can jump any more' } as Moment
  const both = table(seat(0, true), seat(1, false))
  expect(ending(both, end)).toBe('Nobody can jump any more.')
  expect(turn(both, end)).toBe('You won. Nobody can jump any more.')
})

test('why it is over: who gave up is called by name', () => {
  const end = (caption: string) => ({ ...moment(null), winners: [1], given_up: true, scene: { caption } }) as Moment
  expect(ending(table(seat(0, false, 'Ann'), seat(1, true)), end('North resigned.'))).toBe('Ann resigned.')
  expect(ending(table(seat(0, true, 'Ann'), seat(1, false)), end('North ran out of time.'))).toBe(
    'You ran out of time.',
  )
  expect(ending(table(seat(0, true), seat(1, false)), moment(null))).toBe('North wins.')
  expect(turn(table(seat(0, true), seat(1, false)), moment(null))).toBe('You won. North wins.')
})

test('a game waits for friends, and for whoever sits down', () => {
  const before = (...seats: SeatCard[]) => ({ ...table(...seats), begun: false })
  const friend = { ...seat(0, false, 'Anna'), came: false }
  const free = { ...seat(1, false), came: false, open: true }
  expect(waiting(before(friend, seat(1, true)))).toBe('Waiting for Anna to sit down.')
  expect(waiting(before(seat(0, true), free))).toBe('Waiting for somebody to sit down.')
  expect(waiting(before(free, { ...free, index: 0 }))).toBe('Waiting for others to sit down.')
  expect(waiting(before(friend, free))).toBe('Waiting for Anna and whoever comes to sit down.')
  expect(waiting(before(seat(0, true), seat(1, true)))).toBe('')
  expect(sitter(free)).toBe('Free')
})

test('moves are told in words, and in notation to who wants it, but for secret ones', () => {
  const open: Entry = { ply: 1, seat: 0, text: 'a1', words: 'Marks a1', remark: '', spots: [] }
  const closed: Entry = { ply: 2, seat: null, text: '?', words: 'North takes a card', remark: '', spots: [] }
  expect([open, closed].map((entry) => told(entry, true))).toEqual(['a1', 'North takes a card'])
  expect([open, closed].map((entry) => told(entry))).toEqual(['Marks a1', 'North takes a card'])
  expect([open, closed].map(secret)).toEqual([false, true])
})

test('what a bot remarked is said after its move', () => {
  const plain: Entry = { ply: 1, seat: 0, text: 'a1', words: 'Marks a1', remark: '', spots: [] }
  expect([plain, { ...plain, remark: 'proved' }].map(said)).toEqual(['Marks a1', 'Marks a1; proved'])
})

test('who is waited for: what another one has to do is no order to me', () => {
  const says = (table: TableCard, caption: string, mover: number | null = 1) =>
    awaited(table, { ...moment(mover), scene: { caption } } as unknown as Moment)
  const apart = table(seat(0, true), seat(1, false))
  expect(says(apart, 'South: place a stone')).toBe('Waiting for South: place a stone')
  expect(says(apart, 'The last round. South: place a stone')).toBe('The last round. Waiting for South: place a stone')
  expect(says(apart, 'A stone is placed')).toBe('Waiting for South. A stone is placed')
  expect(says(table(seat(0, true), seat(1, false, 'Bo $&')), 'South: place a stone')).toBe(
    'Waiting for Bo $&: place a stone',
  )
  expect(says(table(seat(0, true), seat(1, true)), 'South: place a stone')).toBe('South: place a stone')
  expect(says(apart, 'Drawing lots for the first turn', null)).toBe('Drawing lots for the first turn')
})

test('refusals read as sentences', () => {
  expect(sentence('look again')).toBe('Look again.')
  expect(sentence('Again?')).toBe('Again?')
})

test('seats without a role are numbered', () => {
  expect(roles(game, 2)).toEqual(['North', 'South'])
  expect(roles(game, 3)).toEqual(['Seat 1', 'Seat 2', 'Seat 3'])
})

test('an option may decide what seats are called', () => {
  const renamed = [{ players: 2, option: 'colours', choice: 'warm', seats: ['Red', 'Orange'] }]
  const painted = { ...game, renamed } as GameCard
  expect([roles(painted, 2, { colours: 'warm' }), roles(painted, 2, { colours: 'cold' })]).toEqual([
    ['Red', 'Orange'],
    ['North', 'South'],
  ])
})

test('seats are told apart by letters where colours are not ours', () => {
  const called = (...roles: string[]) => initials(roles.map((role, index) => ({ ...seat(0, false), index, role })))
  expect(called('Red', 'Blue', 'Green')).toEqual(['R', 'B', 'G'])
  expect(called('Blue', 'Black', 'Green')).toEqual(['Blu', 'Bla', 'Gre'])
  expect(called('Same', 'Same')).toEqual(['Same', 'Same'])
})

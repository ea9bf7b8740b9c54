import { expect, test } from 'vitest'
import { awaited, list, players, roles, said, secret, sentence, short, sitter, told, turn, waiting } from '../src/lib/words'
import type { Entry, GameCard, Moment, SeatCard, TableCard } from '../src/protocol'

test.each([
  [[2], '2 players'], [[1], '1 player'], [[2, 3, 4], '2–4 players'], [[1, 3], '1 or 3 players'], [[2, 3], '2 or 3 players'],
])('%j -> %s', (counts, words) => expect(players(counts)).toBe(words))

test('lists read as prose', () => {
  expect(list(['Ann'])).toBe('Ann')
  expect(list(['Ann', 'Bo', 'Cy'])).toBe('Ann, Bo and Cy')
})

const seat = (index: number, yours: boolean, name = ''): SeatCard => ({
  index, role: ['North', 'South'][index]!, name, kind: 'person', level: '', open: false, came: true, yours, here: true, style: '', feed: '', webhook: '',
})
const game = { seats: { 2: ['North', 'South'] } } as unknown as GameCard
const table = (...seats: SeatCard[]) => ({ game, seats, begun: true }) as unknown as TableCard
const moment = (mover: number | null) => ({ mover, over: mover === null, scene: { caption: 'North wins.' } }) as unknown as Moment

test('whose turn it is', () => {
  expect(turn(table(seat(0, true), seat(1, false, 'Bo')), moment(0))).toBe('Your turn.')
  expect(turn(table(seat(0, true), seat(1, false, 'Bo')), moment(1))).toBe('Bo to move.')
  expect(turn(table(seat(0, true), seat(1, true)), moment(1))).toBe('South to move.')
  expect(turn(table(seat(0, true), seat(1, true)), moment(null))).toBe('North wins.')
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

test('secret moves are told in words', () => {
  const open: Entry = { ply: 1, seat: 0, text: 'a1', words: 'Marks a1', remark: '' }
  const closed: Entry = { ply: 2, seat: null, text: '?', words: 'North takes a card', remark: '' }
  expect([open, closed].map(told)).toEqual(['a1', 'North takes a card'])
  expect([open, closed].map(secret)).toEqual([false, true])
})

test('what a bot remarked is said after its move', () => {
  const plain: Entry = { ply: 1, seat: 0, text: 'a1', words: 'Marks a1', remark: '' }
  expect([plain, { ...plain, remark: 'proved' }].map(said)).toEqual(['Marks a1', 'Marks a1; proved'])
})

test('who is waited for: what another one has to do is no order to me', () => {
  const says = (table: TableCard, caption: string, mover: number | null = 1) =>
    awaited(table, { ...moment(mover), scene: { caption } } as unknown as Moment)
  const apart = table(seat(0, true), seat(1, false))
  expect(says(apart, 'South: place a stone')).toBe('Waiting for South: place a stone')
  expect(says(apart, 'The last round. South: place a stone')).toBe('The last round. Waiting for South: place a stone')
  expect(says(apart, 'A stone is placed')).toBe('Waiting for South. A stone is placed')
  expect(says(table(seat(0, true), seat(1, false, 'Bo $&')), 'South: place a stone')).toBe('Waiting for Bo $&: place a stone')
  expect(says(table(seat(0, true), seat(1, true)), 'South: place a stone')).toBe('South: place a stone')
  expect(says(apart, 'Chance says who begins', null)).toBe('Chance says who begins')
})

test('places have short names, or none', () => {
  expect(['b2: large blue', 'A5, spade: red 4', 'Draw'].map(short)).toEqual(['b2', 'A5', 'Draw'])
  expect(short('Card 7 at the left, which asks for three different crops')).toBe('')
})

test('refusals read as sentences', () => {
  expect(sentence('look again')).toBe('Look again.')
  expect(sentence('Again?')).toBe('Again?')
})

test('seats without a role are numbered', () => {
  expect(roles(game, 2)).toEqual(['North', 'South'])
  expect(roles(game, 3)).toEqual(['Seat 1', 'Seat 2', 'Seat 3'])
})

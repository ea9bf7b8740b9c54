import { expect, test } from 'vitest'
import { awaited, ending, turn, verdict, waiting } from '../../src/text/turn_text'
import { presence } from '../../src/text/seat_text'
import type { SeatCard, TableCard } from '../../src/protocol'
import type { ShownMoment } from '../../src/state'
import { game, moment, seat, table } from './cards'

test('whose turn it is', () => {
  expect(turn(table(seat(0, true), seat(1, false, 'Bo')), moment(0))).toBe('Your turn.')
  expect(turn(table(seat(0, true), seat(1, false, 'Bo')), moment(1))).toBe('Bo to move.')
  expect(turn(table(seat(0, true), seat(1, true)), moment(1))).toBe('South to move.')
  expect(turn(table(seat(0, true), seat(1, true)), moment(null))).toBe('North won. North wins.')
})

test('the end is told from the reader’s side, by name', () => {
  const [ann, me] = [seat(0, false, 'Ann'), seat(1, true)]
  const end = (winners: number[], more: Partial<ShownMoment> = {}) =>
    ({ ...moment(null), winners, ...more }) as ShownMoment
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

test('how it ended follows who won, and does not repeat it', () => {
  const end = { ...moment(null), reason: 'nobody can jump any more' } as ShownMoment
  const both = table(seat(0, true), seat(1, false))
  expect(ending(both, end)).toBe('Nobody can jump any more.')
  expect(turn(both, end)).toBe('You won. Nobody can jump any more.')
})

test('why it is over: the player who resigned is called by name', () => {
  const end = (caption: string) =>
    ({ ...moment(null), winners: [1], given_up: true, scene: { caption } }) as ShownMoment
  expect(ending(table(seat(0, false, 'Ann'), seat(1, true)), end('North resigned.'))).toBe('Ann resigned.')
  expect(ending(table(seat(0, true, 'Ann'), seat(1, false)), end('North ran out of time.'))).toBe(
    'You ran out of time.',
  )
  expect(ending(table(seat(0, true), seat(1, false)), moment(null))).toBe('North wins.')
  expect(turn(table(seat(0, true), seat(1, false)), moment(null))).toBe('You won. North wins.')
})

test('a game waits for friends, and for players who sit down', () => {
  const before = (...seats: SeatCard[]) => ({ ...table(...seats), begun: false })
  const friend = { ...seat(0, false, 'Anna'), came: false }
  const free = { ...seat(1, false), came: false, open: true }
  expect(waiting(before(friend, seat(1, true)))).toBe('Waiting for Anna to sit down.')
  expect(waiting(before(seat(0, true), free))).toBe('Waiting for another player to sit down.')
  expect(waiting(before(free, { ...free, index: 0 }))).toBe('Waiting for other players to sit down.')
  const invited = { ...friend, name: '' }
  expect(waiting(before(invited, seat(1, true)))).toBe('Waiting for your friend to sit down.')
  expect(waiting(before(invited, { ...invited, index: 1 }, seat(2, true)))).toBe(
    'Waiting for your friends to sit down.',
  )
  expect(waiting(before(invited, seat(1, false)))).toBe('Waiting for North to sit down.') // to a spectator
  expect(waiting(before(friend, free))).toBe('Waiting for Anna and another player to sit down.')
  expect(waiting(before(seat(0, true), seat(1, true)))).toBe('')
  expect(presence(free)).toBe('Free')
})

test('another player’s task does not read as an order to me', () => {
  const says = (table: TableCard, caption: string, mover: number | null = 1) =>
    awaited(table, { ...moment(mover), scene: { caption } } as unknown as ShownMoment)
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

import { expect, test } from 'vitest'
import { marks, newestNumbered, recent, moveWithPlayer } from '../../src/scene/marks'
import type { Entry, TableCard } from '../../src/protocol'
import { card, moment as at } from '../fake'
import { EMPTY } from '../scenes'

const entry = (ply: number, seat: number | null, ...spots: string[]): Entry => ({
  ply,
  seat,
  text: `m${ply}`,
  words: `move ${ply}`,
  remark: '',
  spots,
})
const moment = (ply: number, mover: number | null) => ({ ...at(ply, EMPTY), mover })
const plies = (entries: Entry[]) => entries.map(({ ply }) => ply)

// Four seats, and one of them moves twice in a turn; chance plays in between.
const GAME = [
  entry(1, null),
  entry(2, 0, 'a'),
  entry(3, 1, 'b', 'c'),
  entry(4, 1, 'd'),
  entry(5, null),
  entry(6, 2, 'c'),
  entry(7, 3, 'e'),
]

test('all that others have played since my last decision is marked, both steps of a turn and every bot', () => {
  expect(plies(recent(GAME, moment(7, 0), [0]))).toEqual([3, 4, 6, 7])
  expect(plies(recent(GAME, moment(6, 3), [0]))).toEqual([3, 4, 6]) // and while they still play
})

test('until others have played, my own turn is marked as a whole', () => {
  expect(plies(recent(GAME, moment(4, 2), [1]))).toEqual([3, 4])
  expect(plies(recent(GAME, moment(1, 0), [0]))).toEqual([])
})

test('several at one screen see what was played since the one who decides did', () => {
  expect(plies(recent(GAME, moment(7, 0), [0, 2]))).toEqual([3, 4, 6, 7])
  expect(plies(recent(GAME, moment(7, 2), [0, 2]))).toEqual([7])
  expect(plies(recent(GAME, moment(6, 3), [0, 2]))).toEqual([6])
})

test('spectators see a round: what was played since the one who decides did', () => {
  expect(plies(recent(GAME, moment(7, 1), []))).toEqual([6, 7])
  expect(plies(recent(GAME, moment(7, null), []))).toEqual([7]) // it is over
})

test('somebody who steps through the game sees one move at a time', () => {
  expect(plies(recent(GAME, moment(7, 0), [0], true))).toEqual([7])
  expect(plies(recent(GAME, moment(5, 0), [0], true))).toEqual([4])
})

test('a spot has one mark, of the newest move; the number stands where a move ended', () => {
  const found = marks(recent(GAME, moment(7, 0), [0]))
  expect(found.map(({ spot, seat, order, end }) => [spot, seat, order, end])).toEqual([
    ['b', 1, 1, false],
    ['d', 1, 2, true],
    ['c', 2, 3, true],
    ['e', 3, 4, true],
  ])
  expect(marks([GAME[6]!])).toEqual([{ spot: 'e', seat: 3, order: 0, end: true }]) // one alone needs no number
})

test('of many moves the newest are told, by the numbers that they have on the board', () => {
  const five = [1, 2, 3, 4, 5].map((ply) => entry(ply, ply % 3))
  expect(newestNumbered(five, 3).map(({ entry, order }) => [entry.ply, order])).toEqual([
    [3, 3],
    [4, 4],
    [5, 5],
  ])
  expect(newestNumbered(five.slice(0, 1), 3).map(({ order }) => order)).toEqual([1])
})

test('words say whose move it was where several could have played it', () => {
  const seats = ['Red', 'Blue', 'Green'].map((role, index) => ({
    ...card.seats[0]!,
    index,
    role,
    name: index === 2 ? 'Ann' : '',
    yours: index === 0,
  }))
  const three = { ...card, seats } as TableCard
  expect(moveWithPlayer(three, { ...entry(1, 1), words: 'Blue 4 to D4' })).toBe('Blue 4 to D4')
  expect(moveWithPlayer(three, { ...entry(1, 2), words: 'new line' })).toBe('Ann: New line')
  expect(moveWithPlayer(card, { ...entry(1, 1), words: 'new line' })).toBe('New line')
  const places = 'Place the tile: purple at the top left, then blue, green, red'
  expect(moveWithPlayer(three, { ...entry(1, 1), words: places }), 'colours are no players').toBe(`Blue: ${places}`)
  const ed = { ...three, seats: seats.map((seat) => ({ ...seat, name: 'Ed' })) }
  expect(moveWithPlayer(ed, { ...entry(1, 2), words: 'Edge shaded' }), 'a name in a word').toBe('Ed: Edge shaded')
})

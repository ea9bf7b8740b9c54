import { expect, test } from 'vitest'
import {
  atZero,
  lentSeat,
  madeForMe,
  mayBeBack,
  nudgeText,
  standInsText,
  waitedFor,
  waitsLong,
  whyLent,
} from '../../src/seats/stand_ins'
import type { Clock, Moment, SeatCard, TableCard } from '../../src/protocol'

const CLOCK: Clock = { kind: 'move', seconds: 60, increment: 0, zero: 'bot', level: 'easy' }
const seat = (index: number, changes: Partial<SeatCard> = {}) =>
  ({
    index,
    role: 'South',
    name: index === 0 ? 'Ann' : 'Ben',
    kind: 'person',
    level: '',
    lent: '',
    yours: index === 0,
    ...changes,
  }) as SeatCard
const moment = (mover: number, over = false) => ({ mover, over }) as Moment

interface At {
  clock?: Clock | null
  left?: number[]
  late?: number[]
  running?: number | null
}

function table(seats: SeatCard[], { clock = CLOCK, left = [5, 5], late = [0, 0], running = 0 }: At = {}): TableCard {
  return { begun: true, seats, clock, times: clock && { left, late, running, pause: 0 } } as unknown as TableCard
}

const LATE = { level: 'easy', lent: 'late' } as const

test('everybody is told when a bot makes a late move, or stays', () => {
  const before = table([seat(0), seat(1)])
  const mine = (at: At, other = seat(1)) => standInsText(table([seat(0), other]), table([seat(0, LATE), other], at))
  const theirs = (at: At) => standInsText(before, table([seat(0), seat(1, LATE)], at))
  expect(mine({})).toBe('You are out of time, so a bot makes this move.')
  expect(theirs({ late: [0, 1] })).toBe('Time is up for Ben, so a bot makes this move.')
  expect(mine({ late: [2, 0] })).toBe('You are out of time, so a bot plays on until you are back.')
  expect(theirs({ late: [0, 2] })).toBe('Time is up for Ben, so a bot plays on until they are back.')
  expect(mine({ late: [2, 0] }, seat(1, { kind: 'bot', level: 'easy' }))).toBe(
    'You are out of time, so a bot makes this move.',
  )
  expect(theirs({ clock: { ...CLOCK, kind: 'bank' } })).toBe('Time is up for Ben, so a bot plays on.')
  expect(standInsText(before, table([seat(0, { level: 'easy', lent: 'asked' }), seat(1)]))).toBe(
    'A bot plays for you now.',
  )
})

test('and when its person plays again', () => {
  const before = table([seat(0, LATE), seat(1)])
  const after = (late: number[]) => standInsText(before, table([seat(0), seat(1)], { late }))
  expect(after([1, 0])).toBe('The next move is yours again.')
  expect(after([3, 0])).toBe('The game waits for you now.')
  expect(after([0, 0])).toBe('You took over from the bot.')
  expect(standInsText(table([seat(0), seat(1, LATE)]), table([seat(0), seat(1)], { late: [0, 1] }))).toBe('')
  expect(standInsText(table([seat(0), seat(1, { level: 'easy', lent: 'asked' })]), table([seat(0), seat(1)]))).toBe(
    'Ben took over from the bot.',
  )
  expect(standInsText(before, before)).toBe('')
})

test('who can come back, and why a bot is there', () => {
  const lent = seat(0, LATE)
  const stayed = table([lent, seat(1)], { late: [3, 0] })
  expect(lentSeat(stayed, moment(1))).toBe(lent)
  expect(lentSeat(stayed, moment(1, true))).toBeUndefined()
  expect(lentSeat(table([seat(0), seat(1)]), moment(0))).toBeUndefined()
  expect([mayBeBack(stayed, lent), whyLent(stayed, lent)]).toEqual([
    true,
    'You ran out of time too often, so a bot is playing for you.',
  ])
  const oneMove = table([lent, seat(1)], { left: [0, 5] })
  expect([mayBeBack(oneMove, lent), whyLent(oneMove, lent)]).toEqual([
    false,
    'You are out of time, so a bot makes this move.',
  ])
  const bank = table([lent, seat(1)], { left: [0, 5], clock: { ...CLOCK, kind: 'bank' } })
  expect([mayBeBack(bank, lent), whyLent(bank, lent)]).toEqual([false, 'You are out of time, so a bot plays on.'])
  const both = [seat(0), seat(1, { yours: true, level: 'easy', lent: 'asked' })]
  expect(lentSeat(table(both), moment(0)), 'the other one at this screen decides').toBeUndefined()
  expect(lentSeat(table(both), moment(1))).toBe(both[1])
  expect(whyLent(table(both), both[1]!)).toBe('A bot plays for Ben.')
  expect(mayBeBack(table(both, { clock: null }), both[1]!)).toBe(true)
})

test('a player who comes back reads what happened', () => {
  expect(madeForMe(table([seat(0), seat(1)]), moment(0))).toBe('')
  expect(madeForMe(table([seat(0), seat(1)], { late: [1, 0] }), moment(0))).toBe(
    'Your last move was late: a bot made it.',
  )
  expect(madeForMe(table([seat(0), seat(1)], { late: [3, 0], running: null }), moment(0))).toBe(
    'Your last 3 moves were late: a bot made them. Now the game waits for you.',
  )
  expect(madeForMe(table([seat(0), seat(1)], { late: [0, 2] }), moment(1)), 'another one’s').toBe('')
})

test('the terms say what happens when time runs out', () => {
  const bot = seat(1, { kind: 'bot', level: 'easy' })
  expect(atZero(table([seat(0), seat(1)]))).toBe(
    'a bot moves for you; after 3 late moves in a row it plays on until you are back.',
  )
  expect(atZero(table([seat(0), bot]))).toBe('a bot moves for you; after 3 late moves in a row the game waits for you.')
  expect(atZero(table([seat(0), bot], { clock: { ...CLOCK, kind: 'bank' } }))).toBe('then a bot plays on.')
  expect(atZero(table([seat(0), seat(1)], { clock: { ...CLOCK, zero: 'loss' } }))).toBe(
    'a player who runs out of time loses.',
  )
})

test('a player who waits can do something about it', () => {
  const both = table([seat(0), seat(1)], { clock: null })
  expect(waitedFor(both, moment(1))).toBe(both.seats[1])
  expect(waitedFor(both, moment(0)), 'it is my turn').toBeUndefined()
  expect(waitedFor(both, moment(1, true))).toBeUndefined()
  expect(waitedFor(table([seat(0), seat(1, { kind: 'bot', level: 'easy' })]), moment(1))).toBeUndefined()
  expect(waitedFor(table([seat(0, { yours: false }), seat(1)]), moment(1)), 'who only watches').toBeUndefined()
  expect([nudgeText(both, 0, 1), nudgeText(both, 1, 0)]).toEqual([
    'It is your turn: a nudge from Ben.',
    'You nudged Ben.',
  ])
  expect(nudgeText(table([seat(0), seat(1), seat(2)]), 1, 2)).toBe('')
  const away = table([seat(0), seat(1, { level: 'easy', lent: 'away' })], { clock: null })
  expect(standInsText(both, away)).toBe('With Ben away, a bot plays for them now.')
  const mine = seat(0, { level: 'easy', lent: 'away' })
  expect(whyLent(table([mine, seat(1)], { clock: null }), mine)).toBe('You were away, so a bot plays for you.')
})

test('no verb follows a seat that is called by two colours', () => {
  const [pair, other] = [seat(1, { name: '', role: 'Green and red', here: true }), seat(0)]
  const late = { ...pair, ...LATE }
  const at = (sitter: SeatCard, more: At = {}) => table([other, sitter], more)
  const said = [
    standInsText(at(pair), at(late)),
    standInsText(at(pair), at(late, { late: [0, 2] })),
    standInsText(at(late), at(pair)),
    standInsText(at(pair), at({ ...late, lent: 'away' })),
    whyLent(
      table([
        { ...other, yours: true },
        { ...late, yours: true },
      ]),
      { ...late, yours: true },
    ),
    waitsLong(pair),
    waitsLong({ ...pair, here: false }),
    nudgeText(at(pair), 0, 1),
  ]
  expect(said.filter((words) => /red (is|are|has|plays)\b/.test(words))).toEqual([])
  expect(said.every((words) => words.includes('Green and red'))).toBe(true)
})

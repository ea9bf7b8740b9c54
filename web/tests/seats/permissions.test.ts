import { expect, test } from 'vitest'
import { branchPly, canTakeBack, mayResign, allPlayHere, plyBeforeLastMove } from '../../src/seats/permissions'
import type { TableCard } from '../../src/protocol'
import type { ShownMoment } from '../../src/state'
import { apart, asked, card as both, entry } from '../fake'

const mine = (...yours: boolean[]): TableCard => ({
  ...both,
  seats: both.seats.map((seat, i) => ({ ...seat, yours: yours[i] ?? false })),
})
const going = { over: false } as ShownMoment
const over = { over: true } as ShownMoment

test('one of two opponents can resign, and nobody else', () => {
  expect(mayResign(mine(true), going)).toBe(true)
  expect(mayResign(mine(true, true), going)).toBe(false)
  expect(mayResign(mine(), going)).toBe(false)
  expect(mayResign(mine(true), over)).toBe(false)
  expect(mayResign({ ...mine(true), begun: false }, going)).toBe(false)
  expect(mayResign({ ...mine(true), game: { ...both.game, cooperative: true } }, going)).toBe(false)
})

test('hints are for tables at which nobody plays at another page', () => {
  const [north, south] = mine(true).seats
  const bot = { ...mine(true), seats: [north!, { ...south!, kind: 'bot' as const }] }
  const standIn = { ...mine(true), seats: [north!, { ...south!, level: 'easy', lent: 'away' as const }] }
  expect([mine(true, true), bot].map(allPlayHere)).toEqual([true, true])
  expect([mine(true), mine(), standIn, { ...bot, begun: false }].map(allPlayHere)).toEqual([false, false, false, false])
})

test('a player can go on from any position that holds no secret, and from a resignation', () => {
  const hidden = { ...both, game: { ...both.game, hidden: true } }
  expect([branchPly(both, going, 3), branchPly(hidden, going, 3), branchPly(hidden, over, 3)]).toEqual([3, null, 3])
  const resigned = { over: true, given_up: true, ply: 7 } as ShownMoment
  expect([branchPly(both, going, null), branchPly(both, over, null), branchPly(both, resigned, null)]).toEqual([
    null,
    null,
    7,
  ])
})

test('a player can ask to take back, once at a time, while the game goes on', () => {
  const moves = [1, 2, 3].map(entry)
  const mine = apart({ asked: asked([0], [1]) })
  const theirs = apart({ asked: asked([1], [0], 1) })
  expect([apart(), mine, theirs].map((card) => canTakeBack(card, moves, false))).toEqual([true, false, true])
  expect([canTakeBack(apart(), [], false), canTakeBack(apart(), moves, true)]).toEqual([false, false])
})

test('after the end one goes on from before the last move of a seat here', () => {
  const moves = [1, 2, 3].map(entry)
  const others = [...moves, { ...entry(4), seat: 1 }, { ...entry(5), seat: null }]
  expect([moves, others].map((all) => plyBeforeLastMove(mine(true), all))).toEqual([2, 2])
  expect(plyBeforeLastMove(mine(false, true), others)).toBe(3)
  expect([plyBeforeLastMove(mine(), moves), plyBeforeLastMove(mine(true, true), [])]).toEqual([null, null])
})

test('in a rated game nobody is helped, takes back or copies, until it is over', () => {
  const rating = { missing: [], counted: false, why_not: '' }
  const [north, south] = mine(true).seats
  const bot = { ...mine(true), seats: [north!, { ...south!, kind: 'bot' as const }] }
  for (const allowed of [false, true]) {
    const state = { ...rating, rated: !allowed }
    const card = { ...bot, rating: state }
    expect(allPlayHere(card)).toBe(allowed)
    expect(canTakeBack({ ...apart(), rating: state }, [entry(1)], false)).toBe(allowed)
    expect(branchPly(card, going, 3) !== null).toBe(allowed)
    expect(branchPly(card, over, 3)).toBe(3)
  }
})

import { expect, test } from 'vitest'
import { NO_CLOCK, PACES, clockOf } from '../../src/setup/time_control'
import { freshSetup, newTableOf, type Setup } from '../../src/setup/new_table'
import type { GameCard } from '../../src/protocol'

const GAME = {
  slug: 'g',
  players: [2, 3],
  levels: ['easy', 'hard'].map((id) => ({ id, name: id, words: '' })),
  options: [],
  cooperative: false,
} as unknown as GameCard
const set = (time: Partial<Setup['time']>, card = GAME, players = 2) =>
  newTableOf(card, { ...freshSetup(card, ''), players, time: { ...NO_CLOCK, ...time } }).clock

test('every choice becomes a clock that the server accepts', () => {
  for (const { value, limit } of PACES) {
    const clock = clockOf({ ...NO_CLOCK, pace: value }, 'easy')
    if (value === 'none') expect(clock).toBeNull()
    else expect(clock!.seconds).toBeGreaterThanOrEqual(5)
    if (limit) expect(limit.seconds + (limit.kind === 'bank' ? `+${limit.increment}` : '')).toBe(value)
  }
  expect(set({})).toBeUndefined()
  expect(set({ pace: '300+3', zero: 'loss' })).toEqual({
    kind: 'bank',
    seconds: 300,
    increment: 3,
    zero: 'loss',
    level: '',
  })
  expect(set({ pace: '86400' })).toEqual({ kind: 'move', seconds: 86_400, increment: 0, zero: 'bot', level: 'hard' })
  expect(set({ pace: 'own', minutes: 1.5, increment: 0 })).toMatchObject({ kind: 'bank', seconds: 90, increment: 0 })
})

test('only one of two opponents loses on time; without bots none can play on', () => {
  expect(set({ pace: '60', zero: 'loss' }, GAME, 3)).toMatchObject({ zero: 'bot', level: 'hard' })
  expect(set({ pace: '60', zero: 'loss' }, { ...GAME, cooperative: true })).toMatchObject({ zero: 'bot' })
  expect(set({ pace: '60' }, { ...GAME, levels: [] })).toMatchObject({ zero: 'loss', level: '' })
  expect(set({ pace: '60' }, { ...GAME, levels: [], cooperative: true })).toBeUndefined()
})

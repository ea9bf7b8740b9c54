import { expect, test, vi } from 'vitest'
import { beat, clockOf, Clocks, face, NO_CLOCK, PACES, warning } from '../../src/seats/clocks.svelte'
import { fresh, order, type Setup } from '../../src/setup/new_table'
import { news } from '../../src/table/news'
import type { GameCard, TableCard } from '../../src/protocol'

const GAME = {
  title: 'g',
  players: [2, 3],
  levels: ['easy', 'hard'].map((id) => ({ id, name: id, words: '' })),
  options: [],
  cooperative: false,
} as unknown as GameCard
const set = (time: Partial<Setup['time']>, card = GAME, players = 2) =>
  order(card, { ...fresh(card, ''), players, time: { ...NO_CLOCK, ...time } }).clock

test('the face of a clock', () => {
  expect([0, 5_250, 12_000, 59_100, 299_001, 3_599_000, 3_909_000, 86_400_000, 273_600_000].map(face)).toEqual([
    '0.0',
    '5.2',
    '0:12',
    '1:00',
    '5:00',
    '59:59',
    '1:05:09',
    '1d 0h',
    '3d 4h',
  ])
})

test('it counts on from what the server said, for who decides only', () => {
  vi.useFakeTimers()
  const clocks = new Clocks()
  clocks.told({ left: [60_000, 50_000], running: 1, pause: 0, late: [0, 0] })
  vi.advanceTimersByTime(4_000)
  clocks.tick()
  expect([clocks.left(0), clocks.left(1)]).toEqual([60_000, 46_000])
  vi.advanceTimersByTime(90_000)
  clocks.tick()
  expect(clocks.left(1)).toBe(0)
  clocks.told(null)
  expect(clocks.left(0)).toBe(0)
  vi.useRealTimers()
})

test('it stands still while the device is handed over', () => {
  vi.useFakeTimers()
  const clocks = new Clocks()
  clocks.told({ left: [60_000, 50_000], running: 1, pause: 10_000, late: [0, 0] })
  vi.advanceTimersByTime(9_000)
  clocks.tick()
  expect(clocks.left(1)).toBe(50_000)
  vi.advanceTimersByTime(3_000)
  clocks.tick()
  expect(clocks.left(1)).toBe(48_000)
  vi.useRealTimers()
})

test('little time is said once', () => {
  expect(warning(31_000, 29_900)).toBe('30 seconds left.')
  expect(warning(29_900, 29_800)).toBe('')
  expect(warning(10_050, 9_990)).toBe('10 seconds left.')
  expect(beat(5_000)).toBeLessThan(beat(50_000))
})

test('what can be chosen becomes a clock that the server takes', () => {
  for (const { value } of PACES) {
    const clock = clockOf({ ...NO_CLOCK, pace: value }, 'easy')
    if (value === 'none') expect(clock).toBeNull()
    else expect(clock!.seconds).toBeGreaterThanOrEqual(5)
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

test('it is said that there is a rematch, once', () => {
  const card = (next: string) => ({ begun: true, asked: null, seats: [], next }) as unknown as TableCard
  expect(news(card(''), card('abc'), [])).toBe('The rematch is set up.')
  expect(news(card('abc'), card('abc'), [])).toBe('')
})

test('only one of two opponents loses on time; without bots nobody can play on', () => {
  expect(set({ pace: '60', zero: 'loss' }, GAME, 3)).toMatchObject({ zero: 'bot', level: 'hard' })
  expect(set({ pace: '60', zero: 'loss' }, { ...GAME, cooperative: true })).toMatchObject({ zero: 'bot' })
  expect(set({ pace: '60' }, { ...GAME, levels: [] })).toMatchObject({ zero: 'loss', level: '' })
  expect(set({ pace: '60' }, { ...GAME, levels: [], cooperative: true })).toBeUndefined()
})

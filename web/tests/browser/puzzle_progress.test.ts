import { expect, test, vi } from 'vitest'
import type { PuzzleOfTheDay, RatedPuzzle } from '../../src/protocol'

const EASY: RatedPuzzle = ['a', 1000]
const HARD: RatedPuzzle = ['b', 1900]
const DAY = 86_400_000

async function fresh() {
  vi.resetModules()
  return (await import('../../src/browser/puzzle_progress.svelte')).puzzleProgress
}

test('a hard puzzle lifts the rating more than an easy one, and a miss lowers it', async () => {
  const progress = await fresh()
  const before = progress.rating('x')
  const easy = progress.tried('x', EASY, true)
  const hard = progress.tried('x', HARD, true)
  expect(easy).toBeGreaterThan(0)
  expect(hard).toBeGreaterThan(easy)
  expect(progress.tried('x', ['c', 1000], false)).toBeLessThan(0)
  expect(progress.rating('other')).toBe(before)
  expect(progress.counts('x')).toEqual({ tried: 3, found: 2 })
})

test('only the first try counts, and it is remembered', async () => {
  const progress = await fresh()
  progress.tried('x', EASY, false)
  const rating = progress.rating('x')
  expect(progress.tried('x', EASY, true)).toBe(0)
  const again = await fresh()
  expect(again.rating('x')).toBe(rating)
  expect(again.result('x', 'a')).toBe(false)
  expect(again.result('x', 'b')).toBeUndefined()
})

test('a puzzle that was found after a wrong move is no longer open, and does not count as found at once', async () => {
  const progress = await fresh()
  progress.tried('x', EASY, false)
  const rating = progress.rating('x')
  progress.foundLater('x', 'a')
  expect(progress.result('x', 'a')).toBe('later')
  expect(progress.rating('x')).toBe(rating)
  expect(progress.counts('x')).toEqual({ tried: 1, found: 0 })
  progress.tried('x', HARD, true)
  progress.foundLater('x', 'b')
  expect(progress.result('x', 'b')).toBe(true)
  progress.foundLater('x', 'c')
  expect(progress.result('x', 'c')).toBeUndefined()
})

test('a rating has bounds', async () => {
  const progress = await fresh()
  for (let i = 0; i < 200; i += 1) progress.tried('low', [`${i}`, 300], false)
  for (let i = 0; i < 400; i += 1) progress.tried('high', [`${i}`, 3000], true)
  expect([progress.rating('low'), progress.rating('high')]).toEqual([100, 3000])
})

test('two windows forget nothing of each other', async () => {
  const [one, other] = [await fresh(), await fresh()]
  one.tried('x', EASY, true)
  one.foundOn(9)
  other.tried('x', HARD, true)
  other.foundOn(10)
  const again = await fresh()
  expect(again.counts('x')).toEqual({ tried: 2, found: 2 })
  expect(again.streak(10)).toBe(2)
})

test('where storage is forbidden, the page remembers until it is closed', async () => {
  vi.stubGlobal('localStorage', undefined)
  const progress = await fresh()
  progress.tried('x', EASY, true)
  progress.tried('x', HARD, true)
  vi.unstubAllGlobals()
  expect(progress.counts('x')).toEqual({ tried: 2, found: 2 })
})

test('a game or a puzzle may be called what every object has', async () => {
  const progress = await fresh()
  expect(progress.rating('constructor')).toBe(1400)
  expect(progress.result('x', 'constructor')).toBeUndefined()
  expect(progress.tried('x', ['constructor', 1400], true)).toBeGreaterThan(0)
})

test('a streak lives until the end of the next day', async () => {
  const progress = await fresh()
  for (const day of [5, 8, 9, 10]) progress.foundOn(day)
  progress.foundOn(9)
  expect([10, 11, 12, 6, 5].map((today) => progress.streak(today))).toEqual([3, 3, 0, 1, 1])
})

test('the next puzzle is about as hard as the person is good, and new', async () => {
  const progress = await fresh()
  const all: RatedPuzzle[] = Array.from({ length: 30 }, (_, i) => [`k${i}`, 900 + 40 * i])
  progress.tried('x', ['one', 1400], true)
  progress.tried('x', ['other', 1400], false)
  const chosen = new Set([0, 0.3, 0.6, 0.999].map((random) => progress.next('x', all, random)))
  for (const key of chosen) expect(Math.abs(all.find(([one]) => one === key)![1] - 1400)).toBeLessThanOrEqual(120)
  for (const puzzle of all) progress.tried('x', puzzle, true)
  expect(progress.next('x', all, 0.5)).toBeNull()
})

test('the first puzzle is no harder than a newcomer is good', async () => {
  const progress = await fresh()
  const all: RatedPuzzle[] = [...['a', 'b', 'c'].map((key): RatedPuzzle => [key, 1500]), ['easy', 1100]]
  expect([0, 0.5, 0.999].map((random) => progress.next('x', all, random))).toEqual(['easy', 'easy', 'easy'])
  progress.tried('x', ['easy', 1100], true)
  expect(progress.next('x', all, 0.999)).not.toBe('easy')
  expect(progress.next('y', all.slice(0, 3), 0)).toBe('a') // where none is easy
})

test('the puzzle of the day is the easier one on the first day', async () => {
  const progress = await fresh()
  const day: PuzzleOfTheDay = { slug: 'x', name: 'X', key: 'hard', rating: 1700, first: ['easy', 1300], count: 9 }
  expect(progress.ofDay(day, 20)).toEqual(['easy', 1300])
  progress.tried('x', ['easy', 1300], false, 20)
  progress.foundLater('x', 'easy')
  progress.tried('x', ['other', 1400], true, 20)
  expect(progress.ofDay(day, 20)).toEqual(['easy', 1300])
  expect(progress.ofDay(day, 21)).toEqual(['hard', 1700])
  progress.tried('y', ['other', 1400], true) // the day was not known
  expect(progress.ofDay({ ...day, slug: 'y' }, 20)).toEqual(['hard', 1700])
})

test('a puzzle that was missed comes back on the next day, and no other does', async () => {
  const progress = await fresh()
  progress.tried('x', EASY, false, undefined, 5 * DAY)
  progress.tried('x', HARD, true, undefined, 5 * DAY)
  expect([5, 6].map((day) => progress.due('x', day * DAY))).toEqual([[], ['a']])
  expect(progress.returning('x', 'a', 6 * DAY)?.tries).toEqual([[5 * DAY, false]])
  progress.triedAgain('x', 'a', { due: 9 * DAY, tries: [[5 * DAY, false]] })
  expect([8, 9].map((day) => progress.due('x', day * DAY).length)).toEqual([0, 1])
  const again = await fresh()
  again.drop('x', 'a')
  expect([again.due('x', 99 * DAY), again.result('x', 'a')]).toEqual([[], false])
})

test('puzzles that were missed on an older page come back now', async () => {
  const games = { x: { rating: 1500, tried: { a: false, b: true, c: 'later' } } }
  localStorage.setItem('rookery.puzzles', JSON.stringify({ games, days: [3] }))
  const progress = await fresh()
  expect(progress.due('x', 0)).toEqual(['a', 'c'])
  expect([progress.rating('x'), progress.counts('x'), progress.streak(3)]).toEqual([1500, { tried: 3, found: 1 }, 1])
})

test('what is stored of returning puzzles and is none is left out', async () => {
  const back = { a: null, b: { due: 'soon', tries: [] }, c: { due: 0, tries: [[0, false]] } }
  localStorage.setItem('rookery.puzzles', JSON.stringify({ games: { x: { rating: 1500, tried: {}, back } } }))
  expect((await fresh()).due('x', 0)).toEqual(['c'])
})

test.each(['17', '{"games":{"x":{"rating":"high","tried":{}}},"days":"all"}', '{"games":{"x":null}}', 'nonsense'])(
  'nothing that is stored can stop the page: %s',
  async (stored) => {
    localStorage.setItem('rookery.puzzles', stored)
    const progress = await fresh()
    expect(progress.rating('x')).toBe(1400)
    expect(progress.streak(10)).toBe(0)
  },
)

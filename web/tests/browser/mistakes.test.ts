/** Mistakes that come back at growing intervals. */
import { expect, test, vi } from 'vitest'
import type { Mistake } from '../../src/browser/mistakes.svelte'

const DAY = 86_400_000
const mistake = (ply: number): Mistake => ({
  game: 'go-fish',
  rules: 1,
  players: 2,
  options: {},
  actions: Array.from({ length: ply }, (_, i) => i),
  seat: 0,
  words: 'Asks for sevens',
  best: 3,
  loss: 0.2,
})

async function opened() {
  vi.resetModules()
  return (await import('../../src/browser/mistakes.svelte')).mistakes
}

test('a new mistake comes back at once, and a known one is not added again', async () => {
  const mistakes = await opened()
  mistakes.add([mistake(4), mistake(6)], 1000)
  mistakes.add([mistake(6), mistake(8)], 2000)
  expect(mistakes.due(1000).map(({ actions }) => actions.length)).toEqual([4, 6])
  expect(mistakes.due(2000).map(({ actions }) => actions.length)).toEqual([4, 6, 8])
})

test('the interval grows while the better move is found alone, and then it is done', async () => {
  const mistakes = await opened()
  mistakes.add([mistake(4)], 0)
  const days: (number | null)[] = []
  for (let now = 0; mistakes.open.length > 0; now += 100 * DAY) {
    expect(mistakes.due(now)).toHaveLength(1)
    days.push(mistakes.tried(mistakes.due(now)[0]!, true, now))
  }
  expect(days).toEqual([1, 3, 7, 16, 35, 90, null])
})

test('who needed help begins with the shortest interval again', async () => {
  const mistakes = await opened()
  mistakes.add([mistake(4)], 0)
  mistakes.tried(mistakes.due(0)[0]!, true, 0)
  expect(mistakes.due(DAY - 1)).toEqual([])
  expect(mistakes.tried(mistakes.due(DAY)[0]!, true, DAY)).toBe(3)
  expect(mistakes.tried(mistakes.due(4 * DAY)[0]!, false, 4 * DAY)).toBe(1)
  expect(mistakes.tried(mistakes.due(5 * DAY)[0]!, true, 5 * DAY)).toBe(1)
})

test('they are kept for the next visit, the newest 200, and what is no mistake is left out', async () => {
  const mistakes = await opened()
  mistakes.add(
    Array.from({ length: 230 }, (_, ply) => mistake(ply)),
    0,
  )
  const stored = JSON.parse(localStorage.getItem('rookery.mistakes')!) as unknown[]
  localStorage.setItem(
    'rookery.mistakes',
    JSON.stringify([
      null,
      7,
      { game: 'go-fish' },
      { ...mistake(2), due: 0, solved: -1 },
      { ...mistake(2), options: null },
      ...stored,
    ]),
  )
  const again = await opened()
  expect(again.all.map(({ actions }) => actions.length)).toEqual(Array.from({ length: 200 }, (_, i) => i + 30))
  again.drop(again.all[0]!)
  expect((await opened()).open).toHaveLength(199)
  localStorage.setItem('rookery.mistakes', '{')
  expect((await opened()).all).toEqual([])
})

test('what is done or forgotten is not brought back by the next review', async () => {
  const mistakes = await opened()
  mistakes.add([mistake(4)], 0)
  mistakes.drop(mistakes.all[0]!)
  mistakes.add([mistake(4)], 5)
  expect([mistakes.open, mistakes.due(1e15)]).toEqual([[], []])
})

test('what another window has kept meanwhile stays', async () => {
  const one = await opened()
  const other = await opened()
  one.add([mistake(4)], 0)
  other.add([mistake(6)], 0)
  one.drop(one.all[0]!)
  expect((await opened()).open.map(({ actions }) => actions.length)).toEqual([6])
})

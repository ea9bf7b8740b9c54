/** Mistakes that come back; schedule.test.ts says when. */
import { expect, test, vi } from 'vitest'
import type { Mistake } from '../../src/browser/mistakes.svelte'
import { NEVER } from '../../src/browser/returning'
import { afterTry } from '../../src/browser/schedule'

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
  mistakes.add([mistake(6), mistake(8)], 2 * DAY)
  expect(mistakes.due(1000).map(({ actions }) => actions.length)).toEqual([4, 6])
  expect(mistakes.due(2 * DAY).map(({ actions }) => actions.length)).toEqual([4, 6, 8])
})

test('the interval grows while the better move is found alone, and then it is known', async () => {
  const mistakes = await opened()
  mistakes.add([mistake(4)], 0)
  const days: number[] = []
  for (let now = 0; mistakes.open.length > 0; now = mistakes.all[0]!.due) {
    expect(mistakes.due(now - DAY)).toHaveLength(0)
    expect(mistakes.due(now)).toHaveLength(1)
    mistakes.tried(mistakes.all[0]!, afterTry(mistakes.all[0]!, true, now))
    days.push(Math.round((mistakes.all[0]!.due - now) / DAY))
  }
  expect(days.slice(0, -1)).toEqual([...days.slice(0, -1)].sort((one, other) => one - other))
  expect(days.length).toBeLessThan(9)
  expect(mistakes.due(1e15)).toEqual([])
})

test('who needed help sees it again on the next day, from the morning on', async () => {
  const mistakes = await opened()
  const evening = 20.5 * (DAY / 24)
  mistakes.add([mistake(4)], 0)
  mistakes.tried(mistakes.all[0]!, afterTry(mistakes.all[0]!, false, evening))
  expect(mistakes.due(DAY - 1)).toEqual([])
  expect(mistakes.due(DAY)).toHaveLength(1)
})

test('only those of a game come back in its practice', async () => {
  const mistakes = await opened()
  mistakes.add([mistake(4), { ...mistake(6), game: 'other' }], 0)
  expect(mistakes.due(0, 'other').map(({ game }) => game)).toEqual(['other'])
  expect(mistakes.due(0)).toHaveLength(2)
})

test.each([0, 1, 3, 5])(
  'what an older page has kept comes back when it said: found %i times in a row',
  async (solved) => {
    const due = 1000 * DAY
    localStorage.setItem('rookery.mistakes', JSON.stringify([{ ...mistake(4), due, solved }]))
    const mistakes = await opened()
    const [old] = mistakes.due(due)
    expect(mistakes.due(due - DAY)).toEqual([])
    expect(old).toMatchObject({ ...mistake(4), due })
    expect(old!.tries.filter(([, alone]) => alone)).toHaveLength(solved)
    const [again, anew] = [true, false].map((alone) => afterTry(old!, alone, due))
    expect(again!.due === NEVER || again!.due > anew!.due).toBe(true)
  },
)

test('what an older page has forgotten stays so', async () => {
  localStorage.setItem('rookery.mistakes', JSON.stringify([{ ...mistake(4), due: -1, solved: 6 }]))
  const mistakes = await opened()
  mistakes.add([mistake(4)], 5)
  expect([mistakes.all.length, mistakes.open]).toEqual([1, []])
})

test('where storage is forbidden, it is practised until the page is closed', async () => {
  vi.stubGlobal('localStorage', undefined)
  const mistakes = await opened()
  mistakes.add([mistake(4)], 0)
  expect(mistakes.due(0)).toHaveLength(1)
  mistakes.tried(mistakes.all[0]!, afterTry(mistakes.all[0]!, true, 0))
  vi.unstubAllGlobals()
  expect(mistakes.due(0)).toEqual([])
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
      { ...mistake(2), due: 0, tries: [[0]] },
      { ...mistake(2), due: 0 },
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

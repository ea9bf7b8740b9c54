/** Several games stay in this browser, each with its own texts. */
import { beforeEach, expect, test, vi } from 'vitest'
import { KeptGames, nameIn } from '../../src/own/kept_games.svelte'

const named = (name: string) => ({ 'facts.py': `FACTS = Facts(\n    slug="my_game",\n    name="${name}",\n)` })

beforeEach(() => localStorage.clear())

test('the game of an older page is the first', () => {
  localStorage['rookery.own-game'] = JSON.stringify(named('Old'))
  const games = new KeptGames()
  expect(games.all).toEqual([{ id: 1, name: 'Old' }])
  expect(games.textsOf(games.open)).toEqual(named('Old'))
  expect(localStorage['rookery.own-game']).toBeUndefined()
})

test('each game keeps its texts, and the page comes back to the one that was open', () => {
  const games = new KeptGames()
  games.put(named('One'))
  games.add(named('Two'))
  games.put(named('Two and a half'))
  games.choose(1)
  games.put(named('First'))
  const again = new KeptGames()
  expect(again.all.map(({ name }) => name)).toEqual(['Two and a half', 'First'])
  expect(again.textsOf(again.open)).toEqual(named('First'))
})

test('a deleted game leaves nothing, and its texts bring it back', () => {
  const games = new KeptGames()
  games.put(named('One'))
  games.add(named('Two'))
  const texts = games.remove(2)!
  expect([games.open, games.all.length, games.textsOf(2)]).toEqual([0, 1, null])
  games.add(texts)
  expect(games.all.map(({ name }) => name)).toEqual(['Two', 'One'])
})

test('two tabs lose none of their games', () => {
  const [here, there] = [new KeptGames(), new KeptGames()]
  here.put(named('Here'))
  there.put(named('There'))
  here.put(named('Here, later'))
  expect(new KeptGames().all.map(({ name }) => name)).toEqual(['There', 'Here, later'])
  expect([here.textsOf(here.open), there.textsOf(there.open)]).toEqual([named('Here, later'), named('There')])
})

test('what another tab writes into the open game is heard, and what it writes elsewhere is not', () => {
  const [here, there] = [new KeptGames(), new KeptGames()]
  here.put(named('One'))
  const heard = (key: string) => here.writtenElsewhere(new StorageEvent('storage', { key }))
  there.choose(here.open)
  there.put(named('One, by another tab'))
  expect(heard('rookery.own-game.1')).toEqual(named('One, by another tab'))
  expect([heard('rookery.own-game.2'), heard('rookery.own-games')]).toEqual([null, null])
})

test('a game for which there is no room is in no list', () => {
  const kept = new Map<string, string>()
  let full = false
  const setItem = (key: string, text: string) => {
    if (full && key.includes('own-game.')) throw new DOMException('It is full.', 'QuotaExceededError')
    kept.set(key, text)
  }
  vi.stubGlobal('localStorage', { setItem, getItem: (key: string) => kept.get(key) ?? null })
  const games = new KeptGames()
  games.put(named('One'))
  full = true
  expect([games.add(named('Two')), games.kept]).toEqual([false, false])
  expect(games.all.map(({ name }) => name)).toEqual(['One'])
  full = false
  expect([games.put(named('Two')), games.all.length]).toEqual([true, 2])
  vi.unstubAllGlobals()
})

test('a browser that keeps nothing is told of', () => {
  vi.stubGlobal('localStorage', undefined)
  const games = new KeptGames()
  expect([games.put(named('One')), games.kept]).toEqual([false, false])
  vi.unstubAllGlobals()
})

test('a game without a name has one', () => {
  expect([nameIn({}), nameIn(named('')), nameIn(named('A'))]).toEqual([
    'A game without a name',
    'A game without a name',
    'A',
  ])
})

test('options that stand before it are not the name of a game', () => {
  const facts = 'PAIRS = Option(name="colours")\nFACTS = Facts(\n    slug="my_game",\n    name="Mine",\n)'
  expect(nameIn({ 'facts.py': facts })).toBe('Mine')
  const began = performance.now()
  expect(nameIn({ 'facts.py': 'Facts('.repeat(300_000) })).toBe('A game without a name')
  expect(performance.now() - began).toBeLessThan(5_000) // to look anew after each takes the square of their number
})

test('a game is found again by its texts', () => {
  const games = new KeptGames()
  games.add({ ...named('One'), 'rules.py': 'pass' })
  games.add(named('Two'))
  expect(games.find({ 'rules.py': 'pass', ...named('One') })).toBe(1)
  expect(games.find(named('One'))).toBe(0)
})

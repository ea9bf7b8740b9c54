/** The front page leads who comes for the first time to a first lesson. */
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { remember } from '../../src/browser/saved_tables'
import { learnt } from '../../src/browser/learnt.svelte'
import Lobby from '../../src/lobby/Lobby.svelte'
import { ownTables } from '../../src/lobby/own_tables.svelte'
import type { GameCard } from '../../src/protocol'
import { show } from '../shown'

const card = (slug: string, weight: number, lessons: number) =>
  ({
    slug,
    name: `Game ${slug}`,
    tagline: '',
    weight,
    lessons,
    players: [2],
    course: [],
    levels: [],
    puzzles: 0,
    designers: [],
    publisher: '',
  }) as unknown as GameCard
const CARDS = [card('a', 1, 0), card('b', 2, 3), card('c', 3, 5)] // the easiest first, as the server sends them

const lead = () => document.querySelector('[aria-labelledby=new-here]')
const open = async () => {
  await ownTables.refresh()
  show(Lobby, {})
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelectorAll('article')).toHaveLength(CARDS.length)
  })
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => new Response(JSON.stringify(url.includes('games') ? CARDS : [])))
})
afterEach(() => vi.unstubAllGlobals())

test('it is the first lesson of the easiest game that has some', async () => {
  await open()
  expect(lead()?.textContent).toMatch(/Begin with Game b\. Easy to learn: /)
  expect(lead()?.querySelector('a')?.getAttribute('href')).toBe('/games/b/learn')
})

test('who has sat at a table is not led', async () => {
  remember({ id: 'known', keys: ['k'] })
  await open()
  expect(lead()).toBeNull()
})

test('nor is who has done a lesson', async () => {
  learnt.add('c', 'one')
  await open()
  expect(lead()).toBeNull()
})

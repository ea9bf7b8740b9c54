/** The paths of all games, and how far this browser has come. */
import { flushSync } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import '../fake'
import { learnt } from '../../src/browser/learnt.svelte'
import { forget, keepStandings, putBack, recall, remember } from '../../src/browser/saved_tables'
import CoursesPage from '../../src/learn/CoursesPage.svelte'
import type { YourTable } from '../../src/protocol'
import { show } from '../shown'

const course = ['a', 'b', 'c']
const levels = [{ id: 'weak', name: 'Weak', bird: 'Pip', species: 'chick' }]
const card = (slug: string, given: object = {}) => ({
  ...{ slug, name: slug.toUpperCase(), tagline: '', weight: 1, cooperative: false },
  ...{ lessons: 5, course, puzzles: 9, levels, ...given },
})
const CARDS = [card('new'), card('half'), card('whole'), card('none', { lessons: 0, course: [], puzzles: 0 })]
const plain = (element: Element | null) => element?.textContent.trim().replace(/\s+/g, ' ')
const links = (within: string) =>
  [...document.querySelectorAll(`${within} a`)].map((link) => [plain(link), link.getAttribute('href')])
const cards = () => document.querySelectorAll('.paths li')

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))

async function opened() {
  vi.stubGlobal('fetch', async (path: string) => Response.json(path.startsWith('/api/games') ? CARDS : null))
  show(CoursesPage, {})
  await vi.waitFor(() => expect(cards()).toHaveLength(4))
}

test('a newcomer is led to the first lessons of the first game', async () => {
  await opened()
  expect(links('section')).toEqual([
    ['Lesson 1 NEW · 2 minutes', '/games/new/learn#a'],
    ['Lesson 2 NEW · 2 minutes', '/games/new/learn#b'],
    ['Lesson 3 NEW · 2 minutes', '/games/new/learn#c'],
  ])
})

test('a path that was not begun, one half done, one with its course done, and a game with bots alone', async () => {
  learnt.add('half', 'a')
  for (const lesson of course) learnt.add('whole', lesson)
  await opened()
  expect(links('.paths')).toEqual([
    ['Next: lesson 1 in NEW', '/games/new/learn#a'],
    ['Lessons of NEW', '/games/new/learn'],
    ['Rules of NEW', '/games/new/rules'],
    ['Next: lesson 2 in HALF', '/games/half/learn#b'],
    ['All lessons of HALF', '/games/half/learn'],
    ['Rules of HALF', '/games/half/rules'],
    ['Next: a small puzzle in WHOLE', '/games/whole/puzzles'],
    ['All lessons of WHOLE', '/games/whole/learn'],
    ['Rules of WHOLE', '/games/whole/rules'],
    ['Next: a match against Pip in NONE', '/?game=none&level=weak'],
    ['Rules of NONE', '/games/none/rules'],
  ])
  expect([...document.querySelectorAll('.stage')].map(plain)).toEqual([
    'The first course 0 of 5 steps',
    'The first course 1 of 5 steps',
    'The first course 3 of 5 steps',
    'Beat Pip 0 of 1 step',
  ])
  expect(plain(cards()[1]!.querySelector('.soft'))).toBe('1 of 5 lessons')
})

test('a game that was on is no longer gone on with as soon as it is over or removed', async () => {
  const seats = ['person', 'bot'].map((kind) => ({ kind, name: '', level: kind === 'bot' ? 'weak' : '' }))
  const standing = {
    id: 't',
    state: 'playing',
    seats,
    yours: [0],
    winners: [0],
    at: Date.now(),
  } as unknown as YourTable
  const heard = (state: 'playing' | 'over') => keepStandings({ tables: [{ ...standing, state }], gone: [] })
  remember({ id: 't', slug: 'none', keys: ['k'] })
  heard('playing')
  await opened()
  const next = () => plain(cards()[3]!.querySelector('.button.main'))
  expect(next()).toBe('Next: go on with your game in NONE')
  const table = recall('t')!
  forget('t')
  flushSync()
  expect(next()).toBe('Next: a match against Pip in NONE')
  putBack(table)
  flushSync()
  expect(next()).toBe('Next: go on with your game in NONE')
  heard('over')
  flushSync()
  expect(next()).toBe('Next: a match against Pip in NONE')
})

test('an answer that does not come is said in a sentence', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')))
  show(CoursesPage, {})
  await vi.waitFor(() =>
    expect(document.querySelector('h1')?.textContent).toBe('The lessons cannot be loaded right now'),
  )
})

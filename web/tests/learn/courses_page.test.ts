/** The courses of all games, and how far this browser has come. */
import { beforeEach, expect, test, vi } from 'vitest'
import '../fake'
import { learnt } from '../../src/browser/learnt.svelte'
import CoursesPage from '../../src/learn/CoursesPage.svelte'
import { show } from '../shown'

const answers = (cards: object[]) => vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(cards))))
const card = (slug: string, lessons: number) => ({ slug, name: slug.toUpperCase(), tagline: '', weight: 1, lessons })
const links = () =>
  [...document.querySelectorAll('li a')].map((link) => [
    link.textContent?.trim().replace(/\s+/g, ' '),
    link.getAttribute('href'),
  ])

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))

test('a course that was not begun, one half done, one done, and a game without one', async () => {
  for (const lesson of ['a', 'b']) learnt.add('half', lesson)
  for (const lesson of ['a', 'b', 'c']) learnt.add('whole', lesson)
  answers([card('new', 3), card('half', 3), card('whole', 3), card('none', 0)])
  show(CoursesPage, {})
  await vi.waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(4))
  expect(links()).toEqual([
    ['Learn NEW', '/games/new/learn'],
    ['Rules of NEW', '/games/new/rules'],
    ['Continue HALF', '/games/half/learn'],
    ['Rules of HALF', '/games/half/rules'],
    ['Repeat WHOLE', '/games/whole/learn'],
    ['Play WHOLE', '/?game=whole'],
    ['Rules of WHOLE', '/games/whole/rules'],
    ['Rules of NONE', '/games/none/rules'],
  ])
  expect([...document.querySelectorAll('progress')].map(({ value, max }) => [value, max])).toEqual([
    [0, 3],
    [2, 3],
    [3, 3],
  ])
})

test('an answer that does not come is said in a sentence', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')))
  show(CoursesPage, {})
  await vi.waitFor(() =>
    expect(document.querySelector('h1')?.textContent).toBe('The lessons cannot be loaded right now'),
  )
})

/** Message pages: a heading, with the focus, and the title of the window. */
import { expect, test, vi } from 'vitest'
import LatePage from '../../src/LatePage.svelte'
import MessagePage from '../../src/router/MessagePage.svelte'
import RulesPage from '../../src/rules/RulesPage.svelte'
import { router } from '../../src/router/router.svelte'
import { show } from '../shown'

vi.stubGlobal('scrollTo', () => {})

const heading = () => document.querySelector('h1')?.textContent
const again = () => document.querySelector('button')
const NONE = JSON.stringify({ type: 'refused', code: 'UnknownGame', words: 'no game is called x', ply: -1 })

test('the focus and the title say where the user is', () => {
  document.title = 'Before'
  router.go('/nowhere')
  show(MessagePage, { heading: 'Page not found' })
  expect([document.title, document.activeElement?.textContent]).toEqual(['Page not found · Rookery', 'Page not found'])
})

test('rules of a game that there is not are not asked for again', async () => {
  vi.stubGlobal('fetch', async () => new Response(NONE, { status: 404 }))
  show(RulesPage, { slug: 'x', chapter: '' })
  await vi.waitFor(() => expect(heading()).toBe('There is no game called “x” here'))
  expect([document.title, again()]).toEqual(['There is no game called “x” here · Rookery', null])
})

test('rules that did not come can be asked for again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  show(RulesPage, { slug: 'x', chapter: '' })
  await vi.waitFor(() => expect(heading()).toBe('The rules cannot be shown'))
  vi.stubGlobal('fetch', async () => new Response('<h1>X</h1>'))
  again()!.click()
  await vi.waitFor(() => expect(heading()).toBe('X'))
  expect(document.title).toBe('Rules of X · Rookery')
})

test('a page whose script does not come says so, and has a way on', async () => {
  const given = { heading: 'X' }
  show(LatePage, { load: () => Promise.reject(new TypeError()), given })
  await vi.waitFor(() => expect(heading()).toBe('This page did not load'))
  expect(again()!.textContent).toBe('Load the page again')
})

test('a page whose script comes is shown with what it is given', async () => {
  const load = () => import('../../src/router/MessagePage.svelte')
  show(LatePage, { load: load as never, given: { heading: 'X' } })
  await vi.waitFor(() => expect(heading()).toBe('X'))
})

test('a page whose script takes a while says that it is loading', async () => {
  vi.useFakeTimers()
  show(LatePage, { load: () => new Promise<never>(() => {}), given: {} })
  const said = () => document.querySelector('[role=status]')?.textContent
  await vi.advanceTimersByTimeAsync(299)
  expect(said()).toBe(undefined)
  await vi.advanceTimersByTimeAsync(1)
  expect(said()).toBe('Loading …')
})

/** The page of mistakes that have come back; tests/browser/test_review.py makes one good. */
import { flushSync } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import '../fake'
import { mistakes } from '../../src/browser/mistakes.svelte'
import PracticePage from '../../src/practice/PracticePage.svelte'
import { button, show } from '../shown'

vi.stubGlobal('scrollTo', () => {})
const MISTAKE = {
  game: 'x',
  rules: 1,
  players: 2,
  options: {},
  actions: [5],
  seat: 0,
  words: 'asks',
  best: 3,
  loss: 0.2,
}
const REFUSED = JSON.stringify({ type: 'refused', code: 'UnknownGame', words: 'no game is called x', ply: -1 })

beforeEach(() => {
  mistakes.all = []
})

const open = () => show(PracticePage, {})
const heading = () => document.querySelector('h1')?.textContent

test('without a mistake it says where they come from', () => {
  open()
  expect(heading()).toBe('Nothing to practise yet')
  expect(document.querySelector('main p')?.textContent).toMatch(/^Review a game/)
})

test('a mistake that comes back later is counted', () => {
  mistakes.add([MISTAKE], Date.now() + 1e9)
  open()
  expect(document.querySelector('main p')?.textContent).toMatch(/^1 mistake from your games will come back\./)
})

test('a mistake of a game that is gone can be forgotten', async () => {
  vi.stubGlobal('fetch', async () => new Response(REFUSED, { status: 404 }))
  mistakes.add([MISTAKE], 0)
  open()
  await vi.waitFor(() => expect(heading()).toBe('This position cannot be shown'))
  button('Forget it')!.click()
  flushSync()
  expect([mistakes.open.length, heading()]).toEqual([0, 'That is all for now'])
})

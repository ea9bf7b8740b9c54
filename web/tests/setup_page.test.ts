// @vitest-environment happy-dom
/** The page on which a game is set up, while the server comes and goes. */
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import SetupPage from '../src/components/SetupPage.svelte'
import type { GameCard } from '../src/protocol'

const GAME = {
  title: 'g', name: 'Game', tagline: '', minutes: 5, weight: 1, players: [2], seats: { 2: ['North', 'South'] }, options: [], designers: [],
  publisher: '', chance: false, hidden: false, cooperative: false, levels: [{ id: 'easy', name: 'Easy', words: '' }],
} as unknown as GameCard

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an error goes away when the server is back, and what is compiled meanwhile is nobody’s error', async () => {
  const server: Record<string, () => Promise<Response>> = {
    '/api/games?game=g': () => Promise.reject(new TypeError('Failed to fetch')),
    '/api/progress': () => Promise.resolve(new Response('{"g": 0.5}')),
  }
  vi.stubGlobal('fetch', (address: string) => server[address]!())
  const page = mount(SetupPage, { target: document.body, props: { title: 'g', after: null } })
  await vi.advanceTimersByTimeAsync(0)
  expect(document.body.textContent).toContain('The server does not answer')
  server['/api/games?game=g'] = () => Promise.resolve(new Response(JSON.stringify([GAME])))
  server['/api/progress'] = () => Promise.reject(new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(3000)
  flushSync()
  expect(document.querySelector('h1')?.textContent).toBe('Game')
  expect(document.body.textContent).not.toContain('The server does not answer')
  await unmount(page)
})

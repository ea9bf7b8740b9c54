/** The page on which a game is set up, while the server comes and goes. */
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import SetupPage from '../../src/setup/SetupPage.svelte'
import type { GameCard } from '../../src/protocol'
import { show } from '../shown'

const COLOURS = {
  name: 'colours',
  choices: ['as usual', 'green and black'],
  only: {},
  free_form: 'colours in the order of the seats',
  help: 'Which colours play',
}
const GAME = {
  slug: 'g',
  name: 'Game',
  tagline: '',
  minutes: 5,
  weight: 1,
  players: [2],
  seats: { 2: ['North', 'South'] },
  options: [],
  designers: [],
  publisher: '',
  chance: false,
  hidden: false,
  cooperative: false,
  levels: [{ id: 'easy', name: 'Easy', words: '' }],
} as unknown as GameCard

/** The page of a game, from a server that answers so. */
async function opened(game: GameCard, answers: Record<string, () => unknown> = {}) {
  const asked = vi.fn(async (address: string, _?: RequestInit) => {
    const answer = { '/api/games?game=g': () => [game], ...answers }[address]
    return new Response(JSON.stringify(answer!()))
  })
  vi.stubGlobal('fetch', asked)
  show(SetupPage, { slug: 'g', after: null })
  await passes(0)
  return asked
}
const passes = async (ms: number) => (await vi.advanceTimersByTimeAsync(ms), flushSync())
const legends = () => [...document.querySelectorAll('legend')].map((legend) => legend.textContent)
const labelled = (words: string) =>
  [...document.querySelectorAll('label')].find((label) => label.textContent.trim() === words)!.querySelector('input')!
const choose = (words: string) => (labelled(words).click(), flushSync())

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.unstubAllGlobals())

test('an error disappears when the server is back', async () => {
  const server: Record<string, () => Promise<Response>> = {
    '/api/games?game=g': () => Promise.reject(new TypeError('Failed to fetch')),
  }
  vi.stubGlobal('fetch', (address: string) => server[address]!())
  show(SetupPage, { slug: 'g', after: null })
  await vi.advanceTimersByTimeAsync(0)
  expect(document.body.textContent).toContain('The server does not answer')
  server['/api/games?game=g'] = () => Promise.resolve(new Response(JSON.stringify([GAME])))
  await vi.advanceTimersByTimeAsync(3000)
  flushSync()
  expect(document.querySelector('h1')?.textContent).toBe('Game')
  expect(document.body.textContent).not.toContain('The server does not answer')
})

test('time limits are named by what they do, and a custom one comes last', async () => {
  await opened(GAME)
  expect(legends()).toEqual(['North', 'South', 'Delay for spectators'])
  expect([...document.querySelectorAll('select option')].at(-1)?.textContent).toBe('Set your own …')
})

test('a choice of colours shows at once who has which, and the table is made with it', async () => {
  const game = {
    ...GAME,
    options: [COLOURS],
    renamed: [{ players: 2, option: 'colours', choice: 'green and black', seats: ['Green', 'Black'] }],
  }
  const asked = await opened(game as unknown as GameCard, {
    '/api/games/g/seats?colours=black+north&players=2': () => ['Black', 'North'],
    '/api/tables': () => ({ table: 't', seats: [], watch: '' }),
  })
  choose('Green and black')
  expect(legends().slice(0, 2)).toEqual(['Green', 'Black'])
  choose('Set your own')
  const own = document.querySelector<HTMLInputElement>('input.own')!
  own.value = 'black north'
  own.dispatchEvent(new Event('input', { bubbles: true }))
  flushSync()
  await passes(250) // who writes is not asked about every letter
  expect(legends().slice(0, 2)).toEqual(['Black', 'North'])
  document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await passes(0)
  const [, order] = asked.mock.calls.find(([address]) => address === '/api/tables')!
  expect(JSON.parse(order!.body as string).options).toEqual({ colours: 'black north' })
})

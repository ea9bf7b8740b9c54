/** What the birds of bots say at a table, and how they look there. */
import { flushSync } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { apart, card, entry, join, moment, moved } from '../fake'
import { EMPTY } from '../scenes'
import { show } from '../shown'
import type { LevelCard, Server, TableCard } from '../../src/protocol'
import { farewell, greeting } from '../../src/seats/bird_speech.svelte'

const { default: Seats } = await import('../../src/seats/Seats.svelte')

const LEVEL: LevelCard = {
  id: 'greedy',
  name: 'Very easy',
  words: '',
  bird: 'Gulp',
  species: 'gull',
  nature: '',
  hello: 'Hello!',
  won: 'I won!',
  lost: 'You won!',
}
const game = { ...card.game, levels: [LEVEL], cooperative: false }
const BOT = { kind: 'bot', level: 'greedy', strength: 'Very easy', bird: 'Gulp' } as const
/** I play the first seat, and a bot each other one. */
const against = (more: Partial<TableCard> = {}): TableCard => ({
  ...card,
  game,
  seats: card.seats.map((seat, i) => ({ ...seat, yours: i === 0, ...(i > 0 && BOT) })),
  ...more,
})
const ended = (winners: number[]): Server => ({
  type: 'moved',
  moves: [entry(2)],
  moment: { ...moment(2, EMPTY), over: true, mover: null, winners },
  times: null,
})
const shown = () => document.querySelector('.speech')?.textContent.replace(/\s+/g, ' ').trim()

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})

function opened(table = against(), first = moment(0, EMPTY)) {
  const { line, table: store } = join(first, table)
  show(Seats, { table: store })
  const heard = async (message: Server) => {
    line.says(message)
    await vi.advanceTimersByTimeAsync(2000)
    flushSync()
  }
  return { heard }
}

test('a bot has the name of its bird, its strength and what the game calls its seat', () => {
  opened()
  const plate = [...document.querySelectorAll('li')][1]!
  expect(plate.querySelector('strong')!.textContent).toBe('Gulp')
  expect(plate.querySelector('small')!.textContent).toMatch(/^Very easy bot · South/)
})

test('it greets once: for a while, and not after a reload', async () => {
  opened()
  expect(shown()).toBe('Says: Hello!')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown()).toBeUndefined()
  opened()
  expect(shown()).toBeUndefined()
})

test('it has a word for the end that one has seen, and none for one found', async () => {
  const { heard } = opened()
  await heard(moved(1, EMPTY))
  await heard(ended([1]))
  expect(shown(), 'it covers who has won').toBe('Winner Says: I won!')
  opened(against(), { ...moment(2, EMPTY), over: true, mover: null, winners: [0] })
  expect(document.querySelectorAll('.speech')).toHaveLength(1)
})

test('who has won decides what is said', () => {
  expect(farewell(against(), [1])).toEqual({ seat: 1, words: 'I won!' })
  expect(farewell(against(), [0])).toEqual({ seat: 1, words: 'You won!' })
  expect(farewell(against(), []), 'a draw').toBeNull()
  expect(farewell(against(), [0, 1]), 'a draw').toBeNull()
  expect(farewell(against({ game: { ...game, cooperative: true } }), [])).toBeNull()
})

const clock = { kind: 'move', seconds: 60, increment: 0, zero: 'bot', level: 'greedy' } as const
test.each<[string, TableCard]>([
  ['with a clock', against({ clock })],
  ['where the game may be rated', against({ rating: { rated: false, missing: [1], counted: false, why_not: '' } })],
  ['in a contest', against({ contest: 'day 1' })],
  ['to spectators', against({ seats: against().seats.map((seat) => ({ ...seat, yours: false })) })],
  ['between people', apart()],
  ['without words', against({ game: { ...game, levels: [{ ...LEVEL, hello: '', won: '', lost: '' }] } })],
])('nothing is said %s', (_, table) => {
  expect([greeting(table), farewell(table, [0]), farewell(table, [1])]).toEqual([null, null, null])
})

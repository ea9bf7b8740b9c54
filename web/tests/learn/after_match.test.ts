/** The next step of a path, at the end of a match. */
import { beforeEach, expect, test, vi } from 'vitest'
import '../fake'
import { learnt } from '../../src/browser/learnt.svelte'
import { recall, remember } from '../../src/browser/saved_tables'
import AfterMatch from '../../src/learn/AfterMatch.svelte'
import type { SeatCard, TableCard } from '../../src/protocol'
import { seat } from '../text/cards'
import { clear, show } from '../shown'

const level = (id: string) => ({ id, name: id, bird: '', species: '' })
const GAME = {
  name: 'X',
  cooperative: false,
  lessons: 3,
  course: ['a', 'b'],
  puzzles: 0,
  levels: ['weak', 'fair'].map(level),
}
let slug = '' // what was done in one test is not known in the next
const bot = (id: string): SeatCard => ({ ...seat(1, false), kind: 'bot', level: id })
const listed = (kind: string, id: string) => ({ role: '', name: '', level: id, open: false, strength: '', kind })

beforeEach(async () => {
  await clear()
  localStorage.clear()
  slug += 'x'
})

/** What is offered at the end; '': nothing, once all is known. */
async function offered(winners: number[], seats = [seat(0, true), bot('weak')]): Promise<string | undefined> {
  const game = { ...GAME, slug }
  remember({ id: 't', slug, name: 'X', keys: ['k'] })
  const standing = {
    ...{ id: 't', game: slug, cooperative: false, state: 'over', yours: [0], winners, at: Date.now() },
    seats: seats.map(({ kind, level }) => listed(kind, level)),
  }
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/api/yours')) return Response.json({ tables: [standing], gone: [] })
    return Response.json(path.startsWith('/api/games') ? [game] : null)
  })
  const card = { id: 't', game, seats } as unknown as TableCard
  show(AfterMatch, { card, winners })
  await vi.waitFor(() => expect(recall('t')?.standing).toBeDefined())
  await new Promise((done) => setTimeout(done, 30))
  return document.querySelector('a')?.getAttribute('href') ?? ''
}

test('who has lost to a bot is led to the lessons, also without having begun them', async () => {
  expect(await offered([1])).toBe(`/games/${slug}/learn#a`)
})

test('who has won is led on only on a path', async () => {
  expect(await offered([0])).toBe('')
})

test('who walks a path is led to the step after the match that was won', async () => {
  for (const id of ['a', 'b']) learnt.add(slug, id)
  expect(await offered([0])).toBe(`/games/${slug}/learn`)
})

test('what a rematch does is not offered twice', async () => {
  for (const id of ['a', 'b', 'c']) learnt.add(slug, id)
  expect(await offered([1])).toBe('')
})

test('after a game with a person nothing is offered', async () => {
  learnt.add(slug, 'a')
  expect(await offered([1], [seat(0, true), seat(1, false)])).toBe('')
})

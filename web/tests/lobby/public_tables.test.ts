// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { branchPly, mayResign } from '../../src/seats/permissions'
import { company, freeFirst, freeSeat, sitDown, standing } from '../../src/lobby/public_tables'
import { NAME, recall, write } from '../../src/browser/saved_tables'
import type { ListedSeat, ListedTable, Moment, TableCard } from '../../src/protocol'
import { card as both } from '../fake'

const seat = (role: string, more: Partial<ListedSeat> = {}): ListedSeat => ({
  role,
  name: '',
  level: '',
  strength: '',
  open: false,
  ...more,
})
const table = (id: string, state: ListedTable['state'], ...seats: ListedSeat[]): ListedTable => ({
  id,
  game: 'g',
  name: 'Game',
  state,
  seats,
  at: 0,
  time: '',
})
const open = table(
  'open',
  'waiting',
  seat('North', { name: 'Anna' }),
  seat('South', { open: true }),
  seat('East', { level: 'greedy', strength: 'Very easy' }),
)
const played = table('played', 'playing', seat('North'), seat('South', { level: 'hard', strength: 'Hard' }))

beforeEach(() => localStorage.clear())

test('tables with a free seat come first, in the order of the server', () => {
  const other = { ...open, id: 'other' }
  expect(freeFirst([played, open, other]).map(({ id }) => id)).toEqual(['open', 'other', 'played'])
  expect([open, played].map(freeSeat)).toEqual([1, -1])
})

test('who sits there, and what goes on', () => {
  expect([open, played].map(company)).toEqual(['Anna and Very easy bot', 'North and Hard bot'])
  const two = { ...open, seats: [...open.seats, seat('West', { open: true })] }
  expect([open, two, played, { ...played, state: 'waiting' as const }].map(standing)).toEqual([
    '1 free seat',
    '2 free seats',
    'In progress',
    'Waiting for players',
  ])
})

test('who sits down keeps the key, under the name last given', async () => {
  const fetched = vi.fn(
    async () => new Response(JSON.stringify({ seat: 1, role: 'South', key: 'new', link: '/t/open#new' })),
  )
  vi.stubGlobal('fetch', fetched)
  write(NAME, 'Bo')
  expect(await sitDown({ id: 'open', title: 'g', name: 'Game' }, 1)).toBe('/t/open#new')
  expect(fetched).toHaveBeenCalledWith(
    '/api/tables/open/seats/1',
    expect.objectContaining({ method: 'POST', body: '{"name":"Bo"}' }),
  )
  expect(recall('open')).toMatchObject({ keys: ['new'], title: 'g', name: 'Game' })
})

const mine = (...yours: boolean[]): TableCard => ({
  ...both,
  seats: both.seats.map((seat, i) => ({ ...seat, yours: yours[i] ?? false })),
})
const going = { over: false } as Moment
const over = { over: true } as Moment

test('one of two opponents can give up, and nobody else', () => {
  expect(mayResign(mine(true), going)).toBe(true)
  expect(mayResign(mine(true, true), going)).toBe(false)
  expect(mayResign(mine(), going)).toBe(false)
  expect(mayResign(mine(true), over)).toBe(false)
  expect(mayResign({ ...mine(true), begun: false }, going)).toBe(false)
  expect(mayResign({ ...mine(true), game: { ...both.game, cooperative: true } }, going)).toBe(false)
})

test('one can play on from what is no secret, and from where somebody gave up', () => {
  const hidden = { ...both, game: { ...both.game, hidden: true } }
  expect([branchPly(both, going, 3), branchPly(hidden, going, 3), branchPly(hidden, over, 3)]).toEqual([3, null, 3])
  const resigned = { over: true, given_up: true, ply: 7 } as Moment
  expect([branchPly(both, going, null), branchPly(both, over, null), branchPly(both, resigned, null)]).toEqual([
    null,
    null,
    7,
  ])
})

/** The list of one's own tables, while somebody is about to press something in it. */
import { flushSync } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import YourTables from '../../src/lobby/YourTables.svelte'
import { recall, remember, keepStandings, tables } from '../../src/browser/saved_tables'
import { ownTables } from '../../src/lobby/own_tables.svelte'
import type { YourTable } from '../../src/protocol'
import { show } from '../shown'

const sitting = { role: 'North', name: '', level: '', strength: '', open: false, kind: 'person' as const, species: '' }
const stands = (id: string, turn: number, at: number, more: Partial<YourTable> = {}): YourTable => ({
  id,
  game: 'g',
  name: id,
  state: 'playing',
  cooperative: false,
  yours: [0],
  turn,
  winners: [],
  words: '',
  reason: '',
  at,
  time: '',
  seats: [sitting, sitting],
  ...more,
})

/** What the server says of them, and the page hears. */
const told = (...standings: YourTable[]) => {
  keepStandings({ tables: standings, gone: [] })
  ownTables.all = tables()
  flushSync()
}
const rows = () => [...document.querySelectorAll('li')].map((row) => row.dataset.table)
const section = () => document.querySelector('section')!
const happens = (event: string) => (section().dispatchEvent(new Event(event)), flushSync())

beforeEach(() => {
  for (const [when, id] of ['cat', 'ben', 'ann'].entries()) {
    vi.setSystemTime(when)
    remember({ id, name: id, keys: ['k'] })
  }
  told(stands('ann', 1, 3), stands('ben', 1, 2), stands('cat', 1, 1))
  show(YourTables, {})
})

test('rows stay where they are while the pointer is over the list, and are sorted anew when it has left', () => {
  expect(rows()).toEqual(['ann', 'ben', 'cat'])
  happens('pointerenter')
  told(stands('cat', 0, 9), stands('ann', 1, 3, { state: 'over' }))
  expect(rows()).toEqual(['ann', 'ben', 'cat'])
  expect(document.querySelector('[data-table=cat]')!.textContent).toContain('Your turn')
  happens('pointerleave')
  expect(rows()).toEqual(['cat', 'ben', 'ann'])
})

test('also while the focus is in it', () => {
  document.querySelector<HTMLElement>('[data-table=ben] a')!.focus()
  told(stands('cat', 0, 9))
  expect(rows()).toEqual(['ann', 'ben', 'cat'])
  ;(document.activeElement as HTMLElement).blur()
  flushSync()
  expect(rows()).toEqual(['cat', 'ann', 'ben'])
})

test('a table that was removed can be put back, with its keys, where it was', async () => {
  const before = tables()
  const button = () => document.querySelector<HTMLElement>('[data-table=ben] button')!
  button().click()
  await vi.waitFor(() => expect(document.activeElement).toBe(button()))
  expect([recall('ben'), rows(), button().textContent]).toEqual([
    undefined,
    ['ann', 'ben', 'cat'],
    'Undo: ben with North was removed',
  ])
  button().click()
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('href')).toBe('/t/ben#k'))
  expect([tables(), rows()]).toEqual([before, ['ann', 'ben', 'cat']])
})

test('the server is not asked about tables that are gone', async () => {
  const asked = vi.fn(
    async (_: string, { body }: { body: string }) =>
      new Response(
        JSON.stringify({ tables: [], gone: JSON.parse(body).tables.map((table: { id: string }) => table.id) }),
      ),
  )
  vi.stubGlobal('fetch', asked)
  for (let i = 0; i < 2; i++) await ownTables.refresh()
  flushSync()
  expect([asked.mock.calls.length, ownTables.waiting]).toEqual([1, []])
  expect(document.querySelectorAll('.mine')).toHaveLength(0)
  vi.unstubAllGlobals()
})

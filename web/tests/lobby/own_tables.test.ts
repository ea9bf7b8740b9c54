/** When this browser's tables are asked about. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parlour } from '#parlour'
import { dropped, forget, remember } from '../../src/browser/saved_tables'
import { ownTables } from '../../src/lobby/own_tables.svelte'
import type { Home, Parlour } from '../../src/net/parlour'
import type { YoursAsked } from '../../src/protocol'

const INTERVAL = 15_000 // ms

const { home } = parlour
let asked = 0
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  remember({ id: 't1', keys: ['k0'] })
  asked = 0
  vi.spyOn(parlour, 'request').mockImplementation(() => {
    asked++
    return Promise.resolve(Response.json({ tables: [], gone: [] }))
  })
})
afterEach(() => {
  stop()
  Object.assign(parlour, { home })
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  ['at a server', null, 3],
  ['in the tab that plays', { here: true }, 3],
  ['in a tab that another one has replaced', { here: false }, 1],
])('%s: now, and then every few seconds, unless the parlour would have to be taken back', async (_, where, times) => {
  Object.assign<Parlour, Partial<Parlour>>(parlour, { home: where as Home | null })
  stop = ownTables.watch()
  await vi.advanceTimersByTimeAsync(2 * INTERVAL)
  expect(asked).toBe(times)
})

test('no more tables are asked about at once than the server answers', async () => {
  for (let i = 0; i < 30; i++) remember({ id: `more${i}` })
  stop = ownTables.watch()
  await vi.advanceTimersByTimeAsync(0)
  const bodies = vi.mocked(parlour.request).mock.calls.map(([, init]) => JSON.parse(init?.body as string) as YoursAsked)
  expect(bodies.map(({ tables }) => tables.length)).toEqual([24, 7])
})

test('a parlour in this browser removes what has left the list; where it cannot, it is asked again', async () => {
  Object.assign<Parlour, Partial<Parlour>>(parlour, { home: { here: true } as Home })
  remember({ id: 't2' })
  forget('t1')
  forget('t2')
  vi.mocked(parlour.request).mockRejectedValueOnce(new Error('not now'))
  await ownTables.clear()
  expect(dropped()).toEqual(['t1', 't2'])
  await ownTables.clear()
  expect(dropped()).toEqual([])
  expect(vi.mocked(parlour.request)).toHaveBeenLastCalledWith('/api/tables/t2', { method: 'DELETE' })
})

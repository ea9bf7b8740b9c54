/** When this browser's tables are asked about. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parlour } from '#parlour'
import { remember } from '../../src/browser/saved_tables'
import { ownTables } from '../../src/lobby/own_tables.svelte'
import type { Home, Parlour } from '../../src/net/parlour'

const INTERVAL = 15_000 // ms

const { home } = parlour
let asked = 0
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
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

/** Who is shown what matters now. */
import { beforeEach, expect, test, vi } from 'vitest'
import { keepStandings, remember } from '../../src/browser/saved_tables'
import type { YourTable } from '../../src/protocol'

beforeEach(() => {
  vi.resetModules() // each test is a page that is loaded
})
const loaded = async () => (await import('../../src/browser/guide.svelte')).guideChoice

test('who has finished no game of that kind here', async () => {
  const guide = await loaded()
  remember({ id: 'one', slug: 'chess', keys: ['k'] })
  expect([guide.on('chess'), guide.on('go')]).toEqual([true, true])
  keepStandings({ tables: [{ id: 'one', state: 'over' } as YourTable], gone: [] })
  expect([guide.on('chess'), guide.on('go')]).toEqual([false, true])
})

test('who has chosen it, also after a reload', async () => {
  const guide = await loaded()
  guide.set('go', false)
  expect([guide.on('go'), guide.on('chess')]).toEqual([false, true])
  vi.resetModules()
  expect((await loaded()).on('go')).toBe(false)
})

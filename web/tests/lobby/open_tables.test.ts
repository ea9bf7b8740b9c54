/** The list of open tables, where there is none. */
import { flushSync, mount, unmount } from 'svelte'
import { expect, test, vi } from 'vitest'
import OpenTables from '../../src/lobby/OpenTables.svelte'

test('a lobby without open tables says so, and how to get one there', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ tables: [], count: 0, waiting: {} }))
  const page = mount(OpenTables, { target: document.body, props: { names: [] } })
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('section p')?.textContent).toMatch(
      /^No open tables right now\. Start a game and give a seat to “Anyone”/,
    )
  })
  await unmount(page)
  vi.unstubAllGlobals()
})

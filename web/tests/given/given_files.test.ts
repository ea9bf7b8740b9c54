/** A worker that can reach no host has the files that it was given. */
import { afterEach, expect, test, vi } from 'vitest'
import { fetched, giveFiles } from '../../src/given/given_files'

afterEach(() => vi.unstubAllGlobals())

test('what was given is not fetched, and all else is', async () => {
  const fetch = vi.fn(() => Promise.resolve(new Response('from the host')))
  vi.stubGlobal('fetch', fetch)
  giveFiles({ 'http://host/a': new Blob(['given']) })
  expect(await (await fetched('http://host/a')).text()).toBe('given')
  expect(await (await fetched(new URL('http://host/a'))).text()).toBe('given')
  expect(fetch).not.toHaveBeenCalled()
  expect(await (await fetched('http://host/b')).text()).toBe('from the host')
})

/** Requests to a server that does not answer. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parlour } from '../../src/net/server_parlour'
import { status } from '../../src/net/requests'
import { doubts } from '../../src/waits/doubts.svelte'
import { LIMITS } from '../../src/waits/limits'

const SILENT = 'The server does not answer; try again in a moment.'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Answers when it is ended, as a browser does. */
function swallowing(body: boolean) {
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    const ended = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    )
    return body ? Promise.resolve({ status: 200, arrayBuffer: () => ended }) : ended
  })
}

test.each([
  ['is swallowed', false],
  ['stops in the middle of its answer', true],
])('a request that %s is said, and has an end', async (_, body) => {
  swallowing(body)
  const asked = parlour.request('/api/tables')
  const refused = expect(asked).rejects.toThrow(SILENT)
  await vi.advanceTimersByTimeAsync(LIMITS.slow)
  expect(doubts.words).toEqual(['The server has not answered yet. Still waiting …'])
  await vi.advanceTimersByTimeAsync(LIMITS.request - LIMITS.slow)
  await refused
  expect(doubts.words).toEqual([])
})

test('what is asked again anyway is given up sooner', async () => {
  swallowing(false)
  const refused = expect(status()).rejects.toThrow(SILENT)
  await vi.advanceTimersByTimeAsync(LIMITS.poll)
  await refused
})

test('an answer that somebody on the way has changed is no answer', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>Log in to this hotel</html>')))
  await expect(status()).rejects.toThrow('something between this page and the server changed it')
})

test('an answer without a body is one', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })))
  expect((await parlour.request('/api/tables/t1', { method: 'DELETE' })).status).toBe(204)
})

test('a server says that its games are drawn in a sandbox', async () => {
  const distantPainter = vi.fn(() => Promise.resolve({}))
  vi.doMock('../../src/sandbox/distant_painter', () => ({ distantPainter }))
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('export {}')))
  document.head.innerHTML = '<meta name="sandboxed" />'
  vi.resetModules()
  const fresh = await import('../../src/net/server_parlour')
  await fresh.parlour.painter('last_match.0123.js')
  expect(distantPainter).toHaveBeenCalledWith(location.origin + '/', 'last_match.0123.js', expect.any(Blob))
  document.head.innerHTML = ''
})

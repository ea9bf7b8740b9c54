/** Files of the site, as the worker fetches them. */
import { expect, test, vi } from 'vitest'
import { LIMITS } from '../../src/waits/limits'
import { SiteReader } from '../../src/worker/site_files'

const DATA = new TextEncoder().encode('a file that is long enough to come in several parts')
const packed = () => new Response(new Response(DATA).body!.pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
const serve = (answer: () => Response) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(answer())),
  )
const reader = (tell = vi.fn()) => new SiteReader('http://host/sub/', 100, tell)

test('a file is read from the folder of the site, and what has come is counted', async () => {
  const tell = vi.fn()
  serve(() => new Response(DATA))
  expect(await reader(tell).read({ path: 'python/a.zip', bytes: 51 })).toEqual(DATA)
  expect(fetch).toHaveBeenCalledWith(new URL('http://host/sub/python/a.zip'), expect.anything())
  expect(tell).toHaveBeenLastCalledWith(DATA.length / 100)
})

test('a compressed file is unpacked, and counted as it came', async () => {
  const tell = vi.fn()
  const compressed = await packed()
  serve(() => new Response(compressed))
  const found = await reader(tell).unpacked({ path: 'python/a.packed', bytes: compressed.byteLength })
  expect(new TextDecoder().decode(found)).toBe(new TextDecoder().decode(DATA))
  expect(tell).toHaveBeenLastCalledWith(compressed.byteLength / 100)
})

test.each([
  ['another version', () => new Response('', { status: 404 })],
  ['answered 502', () => new Response('', { status: 502 })],
  ['check the connection', () => Promise.reject(new TypeError('Failed to fetch')) as unknown as Response],
])('what is wrong is one sentence: %s', async (words, answer) => {
  serve(answer)
  await expect(reader().read({ path: 'a', bytes: 1 })).rejects.toThrow(words)
})

test('a file that was cut is said to be', async () => {
  const compressed = await packed()
  serve(() => new Response(compressed.slice(0, 20)))
  await expect(reader().unpacked({ path: 'a', bytes: 1 })).rejects.toThrow('is incomplete')
})

test('a file of which no more comes is given up', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (_: URL, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(DATA)
        signal.addEventListener('abort', () => stream.error(new Error('ended')))
      },
    })
    return Promise.resolve(new Response(body))
  })
  const refused = expect(reader().read({ path: 'python/a.zip', bytes: 51 })).rejects.toThrow('is incomplete')
  await vi.advanceTimersByTimeAsync(LIMITS.stalled)
  await refused
  vi.useRealTimers()
})

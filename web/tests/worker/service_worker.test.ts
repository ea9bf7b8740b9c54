/** The service worker of a site, with a browser that is the test. */
import { beforeEach, expect, test, vi } from 'vitest'

type Handler = (event: unknown) => void

const BASE = 'http://host/sub/'
const hash = async (text: string) => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
let served: Record<string, string>
let redirected: string[] // of these, to another address
let stored: Map<string, Map<string, string>>
const answers: Response[] = [] // as they are kept
let open: string[] // addresses of pages
const fetched: string[] = []

/** Caches that remember text. */
const caches = {
  keys: () => Promise.resolve([...stored.keys()]),
  delete: (name: string) => Promise.resolve(stored.delete(name)),
  open: (name: string) => {
    const kept = stored.get(name) ?? new Map<string, string>()
    stored.set(name, kept)
    return Promise.resolve({
      match: (address: string) => Promise.resolve(kept.has(address) ? new Response(kept.get(address)) : undefined),
      put: async (address: string, response: Response) => {
        answers.push(response)
        kept.set(address, await response.text())
      },
    })
  },
}

/** A version of the site, whose service worker the browser has just fetched. */
async function worker(version: string, files: string[]) {
  const handlers: Record<string, Handler> = {}
  const hashes = await Promise.all(files.map(async (path) => [path, await hash(served[path]!)] as const))
  const self = {
    SITE: { version, files: Object.fromEntries(hashes) },
    registration: { scope: BASE },
    clients: { claim: vi.fn(), matchAll: () => Promise.resolve(open.map((url) => ({ url }))) },
    skipWaiting: vi.fn(),
    addEventListener: (kind: string, handler: Handler) => (handlers[kind] = handler),
  }
  vi.stubGlobal('self', self)
  vi.resetModules()
  await import('../../src/worker/service_worker')
  const tell = async (kind: string, event: object = {}) => {
    let work: Promise<unknown> | undefined
    handlers[kind]!({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
    await work
  }
  const ask = async (address: string, mode = 'no-cors') => {
    let answer: Promise<Response> | undefined
    const request = { method: 'GET', url: new URL(address, BASE).href, mode }
    handlers.fetch!({ request, respondWith: (promise: Promise<Response>) => (answer = promise) })
    return (await answer)?.text()
  }
  return { self, tell, ask }
}

beforeEach(() => {
  served = { 'index.html': 'page', 'a.js': 'script', 'b.zip': 'zip' }
  stored = new Map([['rookery /other/ 1', new Map()]])
  open = []
  redirected = []
  fetched.length = answers.length = 0
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('fetch', (asked: string | { url: string }) => {
    const address = typeof asked === 'string' ? asked : asked.url
    fetched.push(address)
    const path = address.replace(BASE, '')
    const response = new Response(served[path] ?? '', { status: path in served ? 200 : 404, statusText: 'as served' })
    if (redirected.includes(path)) Object.defineProperty(response, 'redirected', { value: true })
    return Promise.resolve(response)
  })
})

test('all files are kept, and served without a network', async () => {
  const { tell, ask } = await worker('1', ['index.html', 'a.js'])
  await tell('install')
  await tell('activate')
  served = {}
  expect(await ask('a.js')).toBe('script')
  for (const page of ['', 'index.html', '?table=t1', 'index.html?game=x'])
    expect(await ask(page, 'navigate')).toBe('page')
  expect(await ask('licences.txt', 'navigate')).toBe('') // not listed: the network is asked
  expect(await ask('http://elsewhere/a.js')).toBeUndefined()
})

test('a redirected response is not kept as it is: no browser would open a page from it', async () => {
  redirected = ['index.html']
  const { tell, ask } = await worker('1', ['index.html', 'a.js'])
  await tell('install')
  expect(answers.map((answer) => [answer.redirected, answer.status, answer.statusText])).toEqual([
    [false, 200, 'as served'],
    [false, 200, 'as served'],
  ])
  expect(await ask('', 'navigate')).toBe('page')
})

test('a newer version fetches what is new, and the older one goes when it takes over', async () => {
  await (await worker('1', ['index.html', 'a.js', 'b.zip'])).tell('install')
  served['a.js'] = 'newer'
  fetched.length = 0
  const second = await worker('2', ['index.html', 'a.js', 'b.zip'])
  await second.tell('install')
  expect(fetched).toEqual([`${BASE}a.js`])
  expect(stored.size).toBe(3)
  await second.tell('activate')
  expect([...stored.keys()]).toEqual(['rookery /other/ 1', 'rookery /sub/ 2'])
  expect(await second.ask('a.js')).toBe('newer')
})

test('a file of another version is asked for again, and then the version is not used', async () => {
  const { tell } = await worker('1', ['a.js'])
  served['a.js'] = 'of another version'
  await expect(tell('install')).rejects.toThrow('is not of version 1')
  expect(fetched).toEqual([`${BASE}a.js`, `${BASE}a.js`])
})

test.each([
  ['idle', `${BASE}?table=t1#key`, 0],
  ['idle', `${BASE}?game=x`, 0],
  ['idle', `${BASE}?rules=x`, 1],
  ['now', `${BASE}?table=t1#key`, 1],
])('it takes over "%s" while %s is open: %i', async (when, page, taken) => {
  open = [BASE, page]
  const { self, tell } = await worker('2', [])
  await tell('message', { data: when })
  expect(self.skipWaiting).toHaveBeenCalledTimes(taken)
})

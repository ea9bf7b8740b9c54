/** The parlour of a site, whose worker is the test. */
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Engine } from '../../src/engine/engine'
import { WorkerParlour } from '../../src/net/worker_parlour.svelte'
import type { SiteFiles } from '../../src/net/parlour'
import { doubts } from '../../src/waits/doubts.svelte'
import { LIMITS } from '../../src/waits/limits'
import type { FromWorker, ToWorker } from '../../src/worker/worker_messages'

class FakeWorker {
  static all: FakeWorker[] = []
  heard: ToWorker[] = []
  onmessage = (_: { data: FromWorker }) => {}
  onerror = () => {}
  terminate = vi.fn()
  constructor() {
    FakeWorker.all.push(this)
  }
  postMessage(message: ToWorker) {
    this.heard.push(message)
  }
  says(...messages: FromWorker[]) {
    for (const data of messages) this.onmessage({ data })
  }
  kinds() {
    return this.heard.map(({ kind }) => kind)
  }
  replies(text: string, status = 200) {
    const { id } = this.heard.findLast((message) => message.kind === 'request')!
    const body = new TextEncoder().encode(text)
    this.says({ kind: 'reply', id, status, headers: { 'content-type': 'application/json' }, body })
  }
}

const files: SiteFiles = {
  version: '1',
  program: 'code/parlour.js',
  codes: { 'go-fish': 'go-fish.js' },
  engine: { program: 'engine.js' },
  python: null,
  server: '',
}
const open = () => new WorkerParlour(files, 'http://host/sub/', () => new FakeWorker() as unknown as Worker)
const worker = () => FakeWorker.all.at(-1)!
const started = () => vi.waitFor(() => expect(FakeWorker.all.length).toBe(1))
const listener = () => ({ opened: vi.fn(), closed: vi.fn(), received: vi.fn() })

Object.assign(LIMITS, { word: 10, lock: 100 })
beforeEach(() => {
  FakeWorker.all = []
  vi.stubGlobal(
    'fetch',
    vi.fn((address: URL) => Promise.resolve(new Response(address.href))),
  )
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/api/games', 'games.json'],
  ['/api/games?game=go-fish', 'games.json'],
  ['/rules/go-fish', 'rules/go-fish.html'],
  ['/art/go-fish.svg', 'art/go-fish.svg'],
])('%s is a file of the site: no worker is started', async (path, file) => {
  expect(await (await open().request(path)).text()).toBe(`http://host/sub/${file}`)
  expect(FakeWorker.all).toEqual([])
})

test.each(['/api/games/go-fish/lessons', '/api/games/go-fish/puzzles/ab12'])(
  '%s is answered by a file of the site',
  async (path) => {
    const packed = gzipSync(JSON.stringify({ [path]: { name: 'Go Fish' } }))
    const answer = vi.fn(() => Promise.resolve(new Response(packed)))
    vi.stubGlobal('fetch', answer)
    expect(await (await open().request(path)).json()).toEqual({ name: 'Go Fish' })
    expect(answer.mock.calls).toMatchObject([[new URL('http://host/sub/answers/go-fish.packed'), {}]])
    expect((await open().request(`${path}/none`)).status).toBe(404)
    expect(FakeWorker.all).toEqual([])
  },
)

test.each<[string, () => Response]>([
  ['is not there in the middle of an update', () => new Response('', { status: 404 })],
  ['a busy site does not give', () => new Response('', { status: 503 })],
  ['is another one', () => new Response('<html>Sign in to this network')],
])('a file of answers that %s leaves open whether a puzzle is there', async (_, answer) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
  await expect(open().request('/api/games/go-fish/puzzles/ab12')).rejects.toThrow('check the connection')
  expect((await open().request('/api/games/chess/puzzles/ab12')).status).toBe(404) // it is no game of this site
})

test('a request that comes before the worker is ready is answered by it', async () => {
  const parlour = open()
  const answer = parlour.request('/api/games/go-fish/seats?players=2')
  const order = parlour.request('/api/tables', { method: 'POST', body: '{}' })
  await started()
  expect([worker().kinds(), parlour.awaited]).toEqual([['start'], true])
  worker().says({ kind: 'ready' })
  expect(worker().heard.slice(1)).toMatchObject([
    { kind: 'request', method: 'GET', path: '/api/games/go-fish/seats?players=2', body: '' },
    { kind: 'request', method: 'POST', path: '/api/tables', body: '{}' },
  ])
  expect(parlour.awaited).toBe(false)
  worker().replies('{"table": "t1"}', 201)
  const response = await order
  expect([response.status, await response.json()]).toEqual([201, { table: 't1' }])
  worker().says({ kind: 'reply', id: 0, status: 200, headers: {}, body: new Uint8Array() })
  expect((await answer).ok).toBe(true)
})

test('a conversation is opened when the worker is ready, and again when the parlour has closed it', async () => {
  const parlour = open()
  const heard = listener()
  const talk = parlour.converse('t1', heard)
  expect(talk.send({ type: 'answer', yes: true })).toBe(false)
  await started()
  worker().says({ kind: 'ready' })
  expect([worker().kinds(), heard.opened.mock.calls.length]).toEqual([['start', 'connect'], 1])
  expect(talk.send({ type: 'answer', yes: true })).toBe(true)
  expect(worker().heard.at(-1)).toMatchObject({ kind: 'say', text: '{"type":"answer","yes":true}' })
  const { id } = worker().heard.at(-1) as { id: number }
  worker().says({ kind: 'heard', id, text: '{"type":"said"}' }, { kind: 'closed', id })
  expect([heard.received.mock.calls, heard.closed.mock.calls.length]).toEqual([[[{ type: 'said' }]], 1])
  await vi.waitFor(() => expect(heard.opened).toHaveBeenCalledTimes(2))
  talk.end()
  expect(worker().heard.at(-1)).toMatchObject({ kind: 'end', id })
  worker().says({ kind: 'heard', id, text: '{"type":"said"}' })
  expect(heard.received).toHaveBeenCalledOnce()
})

test('when the worker cannot go on, all who wait are told why, and no game is lost', async () => {
  const parlour = open()
  const heard = listener()
  parlour.converse('t1', heard)
  await started()
  worker().says({ kind: 'ready' })
  const asked = parlour.request('/api/tables', { method: 'POST', body: '{}' })
  worker().says({ kind: 'failed', words: 'It is too old.' })
  await expect(asked).rejects.toThrow('It is too old.')
  await expect(parlour.request('/api/tables')).rejects.toThrow('It is too old.')
  expect([parlour.failure, heard.closed.mock.calls.length]).toEqual(['It is too old.', 1])
  expect(worker().terminate).toHaveBeenCalledOnce()
})

test('a worker that breaks is one sentence', async () => {
  const parlour = open()
  parlour.warm()
  await started()
  worker().onerror()
  expect(parlour.failure).toContain('load the page again')
})

test('what cannot be kept is said until it can', async () => {
  const parlour = open()
  parlour.warm()
  await started()
  worker().says({ kind: 'notice', words: 'this browser has no room left' })
  expect(parlour.notice).toBe('This browser has no room left.')
  worker().says({ kind: 'notice', words: '' })
  expect(parlour.notice).toBe('')
})

test.each([
  ['its advice', () => Promise.resolve('{"action": 3}'), '{"action": 3}'],
  ['that there is none', () => Promise.reject(new Error('The engine broke off.')), null],
])('a bot asks the engine, and hears %s', async (_, advise, text) => {
  const engine = { warm: vi.fn(), advise: vi.fn(advise) }
  const parlour = new WorkerParlour(
    files,
    'http://host/sub/',
    () => new FakeWorker() as unknown as Worker,
    engine as unknown as Engine,
  )
  parlour.warm()
  await started()
  worker().says({ kind: 'ready' })
  expect(engine.warm).toHaveBeenCalled()
  worker().says({ kind: 'advise', id: 4, asked: '{"level": "easy"}' })
  expect(engine.advise).toHaveBeenCalledWith('{"level": "easy"}')
  await vi.waitFor(() => expect(worker().heard.at(-1)).toEqual({ kind: 'advice', id: 4, text }))
})

test('a tab that is making a table does not give the parlour away', async () => {
  const tab = () => new WorkerParlour(files, 'http://host/two/', () => new FakeWorker() as unknown as Worker)
  const [making, other] = [tab(), tab()]
  making.warm()
  await started()
  worker().says({ kind: 'ready' })
  const made = making.request('/api/tables', { method: 'POST', body: '{}' })
  other.warm()
  await vi.waitFor(() => expect(other.here).toBe(false))
  worker().replies('{"table": "t1"}')
  expect(await (await made).json()).toEqual({ table: 't1' })
  other.warm()
  await vi.waitFor(() => expect(FakeWorker.all.length).toBe(2))
})

/** Two tabs of a browser, of which the first has a table open. */
async function besideATable(folder: string) {
  const tab = () => new WorkerParlour(files, `http://host/${folder}/`, () => new FakeWorker() as unknown as Worker)
  const [first, second] = [tab(), tab()]
  const table = first.converse('t1', listener())
  await started()
  worker().says({ kind: 'ready' })
  second.warm() // as every page does when it is opened
  await vi.waitFor(() => expect(second.here).toBe(false))
  return { first, second, table }
}

const WAYS = [
  ['Play on the setup page', '/api/tables', 'POST'],
  ['Play on after a lesson', '/api/games/go-fish/midgame', 'POST'],
  ['a lesson', '/api/games/go-fish/lessons/first', 'POST'],
  ['a board', '/api/games/go-fish/board?players=2', 'GET'],
] as const

test.each(WAYS)(
  'in a second tab %s waits with a reason, and goes on when the first one is closed',
  async (way, path, method) => {
    const { first, second, table } = await besideATable(`closes ${way}`)
    const asked = second.request(path, { method })
    await vi.waitFor(() => expect([second.away, second.awaited]).toEqual([true, false]))
    expect(first.away).toBe(false)
    table.end() // the parlour of the first tab has nothing to do any more
    await vi.waitFor(() => expect([FakeWorker.all.length, second.away]).toEqual([2, false]))
    worker().says({ kind: 'ready' })
    worker().replies('{"here": true}')
    expect(await (await asked).json()).toEqual({ here: true })
  },
)

test.each(WAYS)('in a second tab %s goes on when the person says so', async (way, path, method) => {
  const { first, second } = await besideATable(`takes ${way}`)
  const asked = second.request(path, { method })
  await vi.waitFor(() => expect(second.away).toBe(true))
  second.take()
  await vi.waitFor(() => expect([FakeWorker.all.length, first.away]).toEqual([2, true]))
  worker().says({ kind: 'ready' })
  worker().replies('{"here": true}')
  expect(await (await asked).json()).toEqual({ here: true })
})

test('a table’s own address waits in a second tab, and its conversation begins when the first tab lets go', async () => {
  const { second, table } = await besideATable('link')
  const heard = listener()
  second.converse('t1', heard)
  await vi.waitFor(() => expect(second.away).toBe(true))
  table.end()
  await vi.waitFor(() => expect(FakeWorker.all.length).toBe(2))
  worker().says({ kind: 'ready' })
  expect(heard.opened).toHaveBeenCalledOnce()
})

test('what the worker was asked is refused when another tab takes over: it may have been done', async () => {
  const { first, second } = await besideATable('refused')
  const asked = first.request('/api/tables', { method: 'POST', body: '{}' })
  const refused = expect(asked).rejects.toThrow('A game is open in another tab')
  void second.request('/api/yours', { method: 'POST' })
  await vi.waitFor(() => expect(second.away).toBe(true))
  second.take()
  await refused
})

test('a browser that allows no worker is one sentence', async () => {
  const parlour = new WorkerParlour(files, 'http://host/none/', () => {
    throw new DOMException('', 'SecurityError')
  })
  await expect(parlour.request('/api/tables')).rejects.toThrow('does not let this page start a worker')
  expect(parlour.failure).toContain('does not let this page start a worker')
})

test('a worker that starts and says nothing is doubted, and one that goes on is not', async () => {
  const parlour = open()
  parlour.warm()
  await started()
  vi.useFakeTimers()
  worker().says({ kind: 'notice', words: '' })
  vi.advanceTimersByTime(LIMITS.worker - 1)
  worker().says({ kind: 'notice', words: '' })
  vi.advanceTimersByTime(LIMITS.worker - 1)
  expect(doubts.words).toEqual([])
  vi.advanceTimersByTime(1)
  expect(doubts.words).toEqual([expect.stringContaining('take unusually long to start')])
  worker().says({ kind: 'ready' })
  expect(doubts.words).toEqual([])
})

test('a worker that does not answer is doubted, and at last refused', async () => {
  const parlour = open()
  parlour.warm()
  await started()
  worker().says({ kind: 'ready' })
  vi.useFakeTimers()
  const asked = parlour.request('/api/tables', { method: 'POST', body: '{}' })
  const refused = expect(asked).rejects.toThrow('does not answer. Your games are kept')
  vi.advanceTimersByTime(LIMITS.slow)
  expect(doubts.words).toEqual(['This page is slow to answer. Still waiting …'])
  vi.advanceTimersByTime(LIMITS.request)
  await refused
  worker().says({ kind: 'notice', words: '' })
  expect(doubts.words).toEqual([])
})

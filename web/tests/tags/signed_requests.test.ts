import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parlour } from '#parlour'
import type { Signed } from '../../src/protocol'
import { deviceKey, forgetKey, neededKey } from '../../src/tags/device_key'
import { signedRequest } from '../../src/tags/signed_requests'

const sent: Signed[] = []
let answers: Response[] = []

beforeEach(() => {
  sent.length = 0
  vi.spyOn(parlour, 'request').mockImplementation((_path, init) => {
    sent.push(JSON.parse(String(init?.body)) as Signed)
    return Promise.resolve(answers.shift() ?? new Response('{}'))
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await forgetKey()
})

function stale(date = new Date()): Response {
  const body = JSON.stringify({ type: 'refused', code: 'StaleRequest', words: 'too late', ply: -1 })
  return new Response(body, { status: 409, headers: { date: date.toUTCString() } })
}

test('a browser has one key, whoever asks first', async () => {
  expect(await deviceKey()).toBeNull()
  const made = await Promise.all([neededKey(), neededKey(), neededKey()])
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(made[0]!.id).toMatch(/^[\w-]{87}$/)
  await forgetKey()
  expect(await deviceKey()).toBeNull()
})

test('each request has a later time, and its own signature', async () => {
  const waiting: (() => void)[] = []
  vi.spyOn(parlour, 'request').mockImplementation((_path, init) => {
    sent.push(JSON.parse(String(init?.body)) as Signed)
    return new Promise((resolve) => waiting.push(() => resolve(new Response('{}'))))
  })
  const all = Promise.all([signedRequest('/a'), signedRequest('/a'), signedRequest('/a')])
  for (const count of [1, 2, 3]) {
    await vi.waitFor(() => expect(waiting).toHaveLength(count))
    expect(sent, 'none is sent before the one before it is answered').toHaveLength(count)
    waiting[count - 1]!()
  }
  await all
  const times = sent.map(({ at }) => at)
  expect(new Set(times).size).toBe(3)
  expect(new Set(sent.map(({ signature }) => signature)).size).toBe(3)
  expect(sent[0]!.signature).toMatch(/^[\w-]{86}$/)
})

test('what came too late is sent once more, by the clock of the server', async () => {
  answers = [stale(new Date(Date.now() + 3_600_000))]
  await signedRequest('/a', { what: 1 })
  expect(sent).toHaveLength(2)
  expect(sent[1]!.at - sent[0]!.at).toBeGreaterThan(3_500_000)
  answers = [stale(), stale(), stale()]
  await expect(signedRequest('/a')).rejects.toThrow('Too late.')
  expect(sent).toHaveLength(5)
})

test('where another tab was faster, the time does not go back by what the date of an answer leaves out', async () => {
  await signedRequest('/a')
  answers = [stale(new Date(Date.now() - 2500)), stale(new Date(Date.now() - 2500))]
  await signedRequest('/a')
  expect(sent).toHaveLength(4)
  expect(Date.now() - sent[3]!.at).toBeLessThan(2000)
})

/** What the parlour keeps in this browser. */
import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '../../src/waits/limits'
import { BrowserStorage } from '../../src/worker/browser_storage'

const bytes = (...values: number[]) => new Uint8Array(values)
let storage: BrowserStorage

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  storage = new BrowserStorage('test')
})

test('what was put is found by the beginning of its key, in order, by every later page', async () => {
  await storage.put([
    ['b/2', bytes(2)],
    ['b/10', bytes(10)],
    ['b', bytes(0)],
    ['c/1', bytes()],
  ])
  await storage.put([['b/2', bytes(22)]])
  expect(await new BrowserStorage('test').get('b/')).toEqual([
    ['b/10', bytes(10)],
    ['b/2', bytes(22)],
  ])
  expect((await storage.get('')).map(([key]) => key)).toEqual(['b', 'b/10', 'b/2', 'c/1'])
  await storage.remove(['b', 'b/2', 'unknown'])
  expect((await storage.get('')).map(([key]) => key)).toEqual(['b/10', 'c/1'])
  expect(await new BrowserStorage('other').get('')).toEqual([])
})

test('all entries are stored, or none', async () => {
  const wrong = (() => {}) as unknown as Uint8Array // a function cannot be stored
  await expect(
    storage.put([
      ['a', bytes(1)],
      ['b', wrong],
    ]),
  ).rejects.toThrow()
  expect(await storage.get('')).toEqual([])
})

test('writes ask for durability', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await storage.put([['a', bytes(1)]])
  expect(transaction).toHaveBeenCalledWith('entries', 'readwrite', { durability: 'strict' })
})

test('what the browser refuses is said by its name, and tried again the next time', async () => {
  const open = vi.fn(() => {
    throw new DOMException('not here', 'SecurityError')
  })
  const { indexedDB } = globalThis
  vi.stubGlobal('indexedDB', { open })
  await expect(storage.get('')).rejects.toMatchObject({ name: 'SecurityError' })
  vi.stubGlobal('indexedDB', indexedDB)
  expect(await storage.get('')).toEqual([])
})

test('a database that the browser has closed without a word is opened again, once', async () => {
  await storage.put([['a', bytes(1)]])
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const closing = () => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError')
  }
  transaction.mockImplementationOnce(closing)
  expect(await storage.get('')).toEqual([['a', bytes(1)]])
  transaction.mockImplementationOnce(closing)
  await storage.remove(['a'])
  expect(await storage.get('')).toEqual([])
  transaction.mockImplementation(closing)
  await expect(storage.get('')).rejects.toMatchObject({ name: 'InvalidStateError' })
  transaction.mockRestore()
})

test('a browser without a storage, and one that never opens it, say so', async () => {
  const kept = globalThis.indexedDB
  vi.stubGlobal('indexedDB', undefined)
  await expect(new BrowserStorage('none').get('')).rejects.toMatchObject({ name: 'NotSupportedError' })
  vi.useFakeTimers()
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const late = expect(new BrowserStorage('never').get('')).rejects.toMatchObject({ name: 'TimeoutError' })
  await vi.advanceTimersByTimeAsync(LIMITS.storage)
  await late
  vi.useRealTimers()
  vi.stubGlobal('indexedDB', kept)
})

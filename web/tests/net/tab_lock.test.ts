/** One tab at a time plays. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TabLock } from '../../src/net/tab_lock'

/** The browser's locks, as far as they are used. */
class Locks {
  holder: { lost: () => void } | null = null
  waiting: (() => void)[] = []

  async request(_: string, { steal, signal }: { steal?: boolean; signal?: AbortSignal }, held: () => Promise<void>) {
    if (this.holder && steal) this.holder.lost()
    else if (this.holder)
      await new Promise<void>((go, stop) => {
        this.waiting.push(go)
        signal?.addEventListener('abort', () => stop(new DOMException('', 'AbortError')))
      })
    return new Promise<void>((done, lost) => {
      this.holder = { lost: () => lost(new DOMException('', 'AbortError')) }
      void held().then(() => {
        this.holder = null
        done()
        this.waiting.shift()?.()
      })
    })
  }
}

const tabs: TabLock[] = []
const tab = (used: boolean) => {
  const lost = vi.fn()
  const lock = new TabLock('test', () => used, lost)
  tabs.push(lock)
  return { lock, lost }
}

beforeEach(() => {
  const channels: Channel[] = []
  class Channel {
    onmessage?: (event: { data: string }) => void
    constructor() {
      channels.push(this)
    }
    postMessage(data: string) {
      for (const other of channels) if (other !== this) queueMicrotask(() => other.onmessage?.({ data }))
    }
  }
  vi.stubGlobal('BroadcastChannel', Channel)
  Object.defineProperty(navigator, 'locks', { value: new Locks(), configurable: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  delete (navigator as { locks?: unknown }).locks
})

/** Pages that come neither from https nor from this machine have no locks. */
const LOCKS = [
  ['with locks', () => new Locks()],
  ['without locks', () => undefined],
] as const

test.each(LOCKS)('%s, a tab that has nothing under way lets another one play', async (_, locks) => {
  Object.defineProperty(navigator, 'locks', { value: locks(), configurable: true })
  const [first, second] = [tab(false), tab(true)]
  expect(await first.lock.take(false)).toBe(true)
  expect(await second.lock.take(false)).toBe(true)
  expect(first.lost).toHaveBeenCalledOnce()
  expect(second.lost).not.toHaveBeenCalled()
})

test.each(LOCKS)('%s, a tab with a table keeps it, unless the person wants it elsewhere', async (_, locks) => {
  Object.defineProperty(navigator, 'locks', { value: locks(), configurable: true })
  const [first, second] = [tab(true), tab(true)]
  await first.lock.take(false)
  expect(await second.lock.take(false)).toBe(false)
  expect(first.lost).not.toHaveBeenCalled()
  expect(await second.lock.take(true)).toBe(true)
  await vi.waitFor(() => expect(first.lost).toHaveBeenCalledOnce())
  expect(await first.lock.take(false)).toBe(false)
})

test.each(LOCKS)('%s, of two tabs that open at once one plays', async (_, locks) => {
  Object.defineProperty(navigator, 'locks', { value: locks(), configurable: true })
  const [first, second] = [tab(true), tab(true)]
  expect(await Promise.all([first.lock.take(false), second.lock.take(false)])).toEqual([true, false])
  expect(first.lost).not.toHaveBeenCalled()
})

/** One tab at a time plays. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TabLock } from '../../src/net/tab_lock'
import { LIMITS } from '../../src/waits/limits'

/** The browser's locks, as far as they are used. */
class Locks {
  holder: { lost: () => void } | null = null
  waiting: (() => void)[] = []

  async request(_: string, { steal }: { steal?: boolean }, held: () => Promise<void> | undefined) {
    if (this.holder && steal) this.holder.lost()
    else if (this.holder) await new Promise<void>((go) => this.waiting.push(go)) // Chromium forgets an early abort
    return new Promise<void>((done, lost) => {
      const holder = { lost: () => lost(new DOMException('', 'AbortError')) }
      this.holder = holder
      void Promise.resolve(held()).then(() => {
        done()
        if (this.holder !== holder) return
        this.holder = null
        this.waiting.shift()?.()
      })
    })
  }
}

const tab = (used: boolean) => {
  const lost = vi.fn()
  const free = vi.fn()
  const user = { used: () => used, lost, free }
  const lock = new TabLock('test', user)
  return { lock, lost, free }
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

Object.assign(LIMITS, { word: 10 })

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

test.each(LOCKS)(
  '%s, a tab that was refused goes on when the other one does not need it any more',
  async (_, locks) => {
    Object.defineProperty(navigator, 'locks', { value: locks(), configurable: true })
    vi.useFakeTimers()
    const [first, second] = [tab(true), tab(true)]
    const asked = [first.lock.take(false), second.lock.take(false)]
    await vi.advanceTimersByTimeAsync(LIMITS.lock)
    expect(await Promise.all(asked)).toEqual([true, false])
    second.lock.await()
    first.lock.release()
    await vi.advanceTimersByTimeAsync(2 * LIMITS.lock)
    expect([first.lost.mock.calls, second.free.mock.calls.length]).toEqual([[], 1])
    expect(await lateTaker()).toBe(false)
    vi.useRealTimers()

    /** What a third tab is told. */
    async function lateTaker(): Promise<boolean> {
      const third = tab(true).lock.take(false)
      await vi.advanceTimersByTimeAsync(LIMITS.lock)
      return third
    }
  },
)

test('a tab that does not wait any more lets go of what it gets', async () => {
  const [first, second, third] = [tab(true), tab(true), tab(true)]
  await first.lock.take(false)
  expect(await second.lock.take(false)).toBe(false)
  second.lock.release()
  first.lock.release()
  expect(await third.lock.take(false)).toBe(true)
  expect(second.free).not.toHaveBeenCalled()
})

test.each([
  ['says nothing', () => {}],
  ['has crashed', () => vi.stubGlobal('BroadcastChannel', undefined)],
])('a tab that holds it and %s is waited for, but not for ever', async (_, happens) => {
  happens()
  vi.useFakeTimers()
  const second = tab(true)
  const locks = navigator.locks as unknown as Locks
  locks.holder = { lost: () => {} }
  const refused = second.lock.take(false)
  await vi.advanceTimersByTimeAsync(LIMITS.lock)
  expect(await refused).toBe(false)
  expect(await second.lock.take(true)).toBe(true)
})

test.each([
  ['are absent', undefined],
  [
    'throw',
    {
      request: () => {
        throw new DOMException('', 'SecurityError')
      },
    },
  ],
  ['reject', { request: () => Promise.reject(new DOMException('', 'SecurityError')) }],
])('where locks %s, tabs tell each other', async (_, locks) => {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  const [first, second] = [tab(true), tab(true)]
  expect(await first.lock.take(false)).toBe(true)
  expect(await second.lock.take(false)).toBe(false)
  expect([first.lock.shared, second.lost.mock.calls]).toEqual([true, []])
})

test.each([
  ['is absent', undefined],
  [
    'throws',
    class {
      constructor() {
        throw new DOMException('', 'SecurityError')
      }
    },
  ],
])('where the channel %s, and there are no locks either, a tab knows of no other', async (_, channel) => {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
  vi.stubGlobal('BroadcastChannel', channel)
  const { lock } = tab(true)
  expect([lock.shared, await lock.take(false)]).toEqual([false, true])
})

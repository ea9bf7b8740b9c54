import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { doubts } from '../../src/waits/doubts.svelte'
import { LIMITS, type Limit } from '../../src/waits/limits'
import { Overdue, Wait, endingAfter, whenBack, within } from '../../src/waits/wait'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
})

const never = () => new Promise<never>(() => {})

/** What tells the timers of this limit that have begun since and were not ended. Other tests may have left timers in
 * this page. */
function timersOf(limit: Limit): () => unknown[] {
  const begun = vi.spyOn(globalThis, 'setTimeout')
  const ended = vi.spyOn(globalThis, 'clearTimeout')
  return () => {
    const own = begun.mock.results.filter((_, at) => begun.mock.calls[at]![1] === LIMITS[limit])
    expect(own).not.toEqual([])
    return own.filter(({ value }) => !ended.mock.calls.some(([timer]) => timer === value))
  }
}

test('a wait is doubted once, when its time is over, and only if it has not ended or begun again', () => {
  const doubted = vi.fn()
  const wait = new Wait(doubted)
  wait.begin('answer')
  vi.advanceTimersByTime(LIMITS.answer - 1)
  wait.begin('answer')
  vi.advanceTimersByTime(LIMITS.answer - 1)
  expect(doubted).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(doubted).toHaveBeenCalledOnce()
  wait.begin('answer')
  wait.end()
  vi.advanceTimersByTime(LIMITS.answer)
  expect(doubted).toHaveBeenCalledOnce()
})

test('a page that stood still gives the other side its time once more', () => {
  const doubted = vi.fn()
  new Wait(doubted).begin('answer')
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 100_000)
  vi.advanceTimersByTime(LIMITS.answer)
  expect(doubted).not.toHaveBeenCalled()
  clock.mockReturnValue(now + 300_000)
  vi.advanceTimersByTime(LIMITS.answer)
  expect(doubted).toHaveBeenCalledOnce()
})

test('a result that does not come is a sentence', async () => {
  const late = within('lock', 'Nobody answers.', never())
  const caught = late.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(LIMITS.lock)
  expect(await caught).toEqual(new Overdue('Nobody answers.'))
  const running = timersOf('lock')
  await expect(within('lock', '', Promise.resolve(3))).resolves.toBe(3)
  await expect(within('lock', '', Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(running()).toEqual([])
})

test('what takes too long is ended', async () => {
  let signal!: AbortSignal
  const ended = endingAfter('poll', (given) => {
    signal = given
    return new Promise<never>((_, reject) => given.addEventListener('abort', () => reject(given.reason as Error)))
  })
  const rejected = expect(ended).rejects.toThrow()
  vi.advanceTimersByTime(LIMITS.poll - 1)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(signal.aborted).toBe(true)
  await rejected
})

test('nothing waits for what has ended before its time', async () => {
  const running = timersOf('poll')
  await expect(endingAfter('poll', () => Promise.resolve(3))).resolves.toBe(3)
  await expect(endingAfter('poll', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(running()).toEqual([])
})

test.each([
  ['online', () => dispatchEvent(new Event('online'))],
  ['pageshow', () => dispatchEvent(new Event('pageshow'))],
  ['visibilitychange', () => document.dispatchEvent(new Event('visibilitychange'))],
])('after %s everything is checked at once', (_, happens) => {
  const back = vi.fn()
  const end = whenBack(back)
  happens()
  expect(back).toHaveBeenCalledOnce()
  end()
  happens()
  expect(back).toHaveBeenCalledOnce()
})

test('a page that goes out of sight is not back', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const back = vi.fn()
  const end = whenBack(back)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(back).not.toHaveBeenCalled()
  end()
})

test('what is waited for too long is said while it lasts, each sentence once', async () => {
  let come = () => {}
  const first = doubts.during('slow', 'Still waiting.', new Promise<void>((resolve) => (come = resolve)))
  await vi.advanceTimersByTimeAsync(LIMITS.slow - 1)
  expect(doubts.words).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  const withdraw = doubts.say('Something else.')
  const also = doubts.say('Something else.')
  expect(doubts.words).toEqual(['Still waiting.', 'Something else.'])
  come()
  await first
  withdraw()
  expect(doubts.words).toEqual(['Something else.'])
  also()
  expect(doubts.words).toEqual([])
})

test('what comes in time is never said, and neither is what fails', async () => {
  await doubts.during('slow', 'Still waiting.', Promise.resolve())
  await doubts.during('slow', 'Still waiting.', Promise.reject(new Error())).catch(() => {})
  vi.advanceTimersByTime(LIMITS.slow)
  expect(doubts.words).toEqual([])
})

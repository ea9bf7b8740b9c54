/** Python that does not answer is ended with a sentence, and the next question starts another. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '../../src/waits/limits'
import { Python } from '../../src/sandbox/python'
import type { FromPython, ToPython } from '../../src/sandbox/python_messages'

class FakeWorker {
  onmessage: (event: { data: FromPython }) => void = () => {}
  onerror: () => void = () => {}
  asked: ToPython[] = []
  ended = false

  postMessage(message: ToPython) {
    this.asked.push(message)
    if (message.kind === 'start') queueMicrotask(() => this.say({ kind: 'ready' }))
  }
  terminate() {
    this.ended = true
  }
  say(data: FromPython) {
    this.onmessage({ data })
  }
}

let workers: FakeWorker[] = []
let python: Python

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')))
  workers = []
  const create = () => {
    workers.push(new FakeWorker())
    return workers.at(-1) as unknown as Worker
  }
  python = new Python('python/files.json', 'http://host/sub/', () => {}, create)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What came of a question, once Python has it. */
async function asked(name: 'opened' | 'laws', limit: 'opening' | 'laws') {
  const told: string[] = []
  void python.ask<string>(name, ['a game'], limit, `${name} was late.`).then(
    (answer) => told.push(answer),
    (error: Error) => told.push(error.message),
  )
  await vi.advanceTimersByTimeAsync(0)
  return told
}

test('a game that loops for ever is stopped', async () => {
  const told = await asked('opened', 'opening')
  await vi.advanceTimersByTimeAsync(LIMITS.opening)
  expect(told).toEqual(['opened was late.'])
  expect(workers[0]!.ended).toBe(true)
  const again = await asked('opened', 'opening')
  workers[1]!.say({ kind: 'answer', id: 1, text: '"opened"' })
  await vi.advanceTimersByTimeAsync(0)
  expect(again).toEqual(['opened'])
})

test('who waits for another answer has time of its own', async () => {
  const laws = await asked('laws', 'laws')
  const opened = await asked('opened', 'opening')
  await vi.advanceTimersByTimeAsync(LIMITS.laws - 1)
  workers[0]!.say({ kind: 'answer', id: 0, text: '"laws"' })
  await vi.advanceTimersByTimeAsync(LIMITS.opening - 1)
  workers[0]!.say({ kind: 'answer', id: 1, text: '"opened"' })
  await vi.advanceTimersByTimeAsync(0)
  expect([laws, opened]).toEqual([['laws'], ['opened']])
})

test('it tells how long the one who is answered has waited', async () => {
  await asked('laws', 'laws')
  await asked('opened', 'opening')
  await vi.advanceTimersByTimeAsync(70)
  expect(python.busy).toBe(70)
  workers[0]!.say({ kind: 'answer', id: 0, text: '"laws"' })
  expect(python.busy).toBe(0)
  workers[0]!.say({ kind: 'answer', id: 1, text: '"opened"' })
  await vi.advanceTimersByTimeAsync(5)
  expect(python.busy).toBe(0)
})

test('a worker that broke, as without memory, is told in a sentence', async () => {
  const told = await asked('laws', 'laws')
  workers[0]!.onerror()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual([expect.stringContaining('Perhaps the game took all the memory')])
})

test('what Python raised is told, and Python goes on', async () => {
  const told = await asked('laws', 'laws')
  workers[0]!.say({ kind: 'failed', id: 0, words: 'Python failed: KeyError' })
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['Python failed: KeyError'])
  expect(workers[0]!.ended).toBe(false)
})

test('what is no answer ends it, and so does what broke Python', async () => {
  for (const [number, said] of [
    { kind: 'answer', id: 0, text: '{' } as const,
    { kind: 'broken', words: 'Python failed: unreachable' } as const,
  ].entries()) {
    const told = await asked('opened', 'opening')
    workers[number]!.say(said)
    await vi.advanceTimersByTimeAsync(0)
    expect(told[0]).toMatch(/^(The game answered in the place of Python|Python failed)/)
    expect(workers[number]!.ended).toBe(true)
  }
})

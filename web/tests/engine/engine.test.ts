/** The engine of a page, whose workers are the test. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Engine, type EngineListener } from '../../src/engine/engine'
import type { CrewReport } from '../../src/engine/crew_member'
import type { FromEngineWorker, ToEngineWorker } from '../../src/engine/engine_messages'
import { engineSize } from '../../src/engine/engine_size'
import { LIMITS } from '../../src/waits/limits'

class FakeWorker {
  static all: FakeWorker[] = []
  heard: ToEngineWorker[] = []
  onmessage = (_: { data: FromEngineWorker }) => {}
  onerror = () => {}
  terminate = vi.fn()
  constructor() {
    FakeWorker.all.push(this)
  }
  postMessage(message: ToEngineWorker) {
    this.heard.push(message)
  }
  says(...messages: FromEngineWorker[]) {
    for (const data of messages) this.onmessage({ data })
  }
  tells(number: number, what: CrewReport['what'], text: string) {
    this.says({ kind: 'told', number, what, text })
  }
  kinds() {
    return this.heard.map(({ kind }) => kind)
  }
}

const VIEW = '{"game": "go-fish"}'
const files = { program: 'engine.js' }
const open = (size = 1) => new Engine(files, 'http://host/sub/', () => new FakeWorker() as unknown as Worker, size)
const listener = () => ({ told: vi.fn(), failed: vi.fn() }) satisfies EngineListener
const answer = (positions: number, done = false) => JSON.stringify({ analysis: { positions }, done })
const worker = (place = 0) => FakeWorker.all[place]!
let hidden = false

beforeEach(() => {
  FakeWorker.all = []
  hidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
})
afterEach(() => vi.restoreAllMocks())

function hide(now: boolean) {
  hidden = now
  document.dispatchEvent(new Event('visibilitychange'))
}

test('nothing starts before it is needed', () => {
  open()
  expect(FakeWorker.all).toEqual([])
})

test('a game is prepared where a worker is, and none is started for it', () => {
  const engine = open()
  engine.prepare('go-fish')
  expect(FakeWorker.all).toEqual([])
  engine.warm()
  engine.prepare('go-fish')
  worker().says({ kind: 'ready' })
  expect(worker().heard.at(-1)).toEqual({ kind: 'prepare', game: 'go-fish' })
})

test('a question waits for its worker, is answered again and again, and ends with the answer that is done', () => {
  const heard = listener()
  open().analyse({ view: VIEW, simulations: 10, seed: 3 }, heard)
  expect(worker().heard).toEqual([{ kind: 'start', base: 'http://host/sub/', files }])
  worker().says({ kind: 'ready' })
  const question = JSON.stringify({ view: VIEW, simulations: 10, seed: 3 })
  expect(worker().heard.slice(1)).toEqual([{ kind: 'analyse', number: 0, question, place: 0, workers: 1 }])
  worker().tells(0, 'answer', answer(5))
  worker().tells(0, 'answer', answer(9, true))
  worker().tells(0, 'answer', answer(12))
  expect(heard.told.mock.calls.map(([told]) => told.analysis.positions)).toEqual([5, 9])
})

test('all workers share an analysis, and the first one hears of the others', () => {
  open(3).analyse({ view: VIEW }, listener())
  for (const each of FakeWorker.all) each.says({ kind: 'ready' })
  expect(FakeWorker.all.map((each) => each.heard[1])).toMatchObject([
    { kind: 'analyse', place: 0, workers: 3 },
    { kind: 'analyse', place: 1, workers: 3 },
    { kind: 'analyse', place: 2, workers: 3 },
  ])
  worker(2).tells(0, 'part', '{"part": 2}')
  expect(worker().heard.at(-1)).toEqual({ kind: 'hear', number: 0, place: 2, part: '{"part": 2}' })
})

test('one worker counts simulations, so that the answer does not depend on the machine', () => {
  open(3).analyse({ view: VIEW, simulations: 10 }, listener())
  expect(FakeWorker.all.length).toBe(1)
})

test('whoever stops hears nothing more, and no worker goes on', () => {
  const [heard, engine] = [listener(), open(2)]
  const stop = engine.analyse({ view: VIEW }, heard)
  worker().says({ kind: 'ready' })
  stop()
  worker().tells(0, 'answer', answer(5))
  worker(1).says({ kind: 'ready' })
  stop()
  expect(heard.told).not.toHaveBeenCalled()
  expect([worker().kinds(), worker(1).kinds()]).toEqual([['start', 'analyse', 'stop'], ['start']])
})

test('it rests while the page is hidden, those workers included that start meanwhile', () => {
  const engine = open(2)
  engine.warm()
  worker().says({ kind: 'ready' })
  hide(true)
  engine.analyse({ view: VIEW }, listener())
  worker(1).says({ kind: 'ready' })
  expect(worker().heard[1]).toEqual({ kind: 'pause', paused: true })
  expect(worker(1).kinds()).toEqual(['start', 'pause', 'analyse'])
  hide(false)
  expect([worker(), worker(1)].map((each) => each.heard.at(-1))).toEqual([
    { kind: 'pause', paused: false },
    { kind: 'pause', paused: false },
  ])
})

test('a refused question is one sentence, and the worker stays', () => {
  const [heard, engine] = [listener(), open()]
  engine.analyse({ view: '{' }, heard)
  worker().says({ kind: 'ready' })
  worker().tells(0, 'refused', 'this text is no view of a game')
  expect(heard.failed).toHaveBeenCalledExactlyOnceWith('this text is no view of a game')
  expect(worker().terminate).not.toHaveBeenCalled()
})

test.each(['fails', 'crashes'])('a worker that %s is one sentence; the next question starts another one', (how) => {
  const [heard, engine] = [listener(), open()]
  engine.analyse({ view: VIEW }, heard)
  worker().says({ kind: 'ready' })
  if (how === 'fails') worker().says({ kind: 'failed', words: 'The engine broke off; ask again.' })
  else worker().onerror()
  expect(heard.failed).toHaveBeenCalledExactlyOnceWith('The engine broke off; ask again.')
  expect(worker().terminate).toHaveBeenCalled()
  const again = listener()
  engine.analyse({ view: VIEW }, again)
  worker(1).says({ kind: 'ready' })
  worker(1).tells(1, 'answer', answer(7, true))
  expect(again.told).toHaveBeenCalled()
})

test('an analysis goes on without a worker that only helped', () => {
  const [heard, engine] = [listener(), open(2)]
  engine.analyse({ view: VIEW }, heard)
  worker().says({ kind: 'ready' })
  worker(1).says({ kind: 'failed', words: 'The engine broke off; ask again.' })
  expect(worker().heard.at(-1)).toEqual({ kind: 'lose', number: 0, place: 1 })
  expect(heard.failed).not.toHaveBeenCalled()
})

test('a bot is advised by the first worker; what it sees and its seed pass as they are', async () => {
  const engine = open(2)
  const advice = engine.advise('{"seed": 4611686018427387904}')
  worker().says({ kind: 'ready' })
  expect(worker().heard.at(-1)).toEqual({ kind: 'advise', number: 0, question: '{"seed": 4611686018427387904}' })
  worker().tells(0, 'advice', '{"action": 3}')
  expect(await advice).toBe('{"action": 3}')
  const other = engine.advise('{}')
  worker().tells(1, 'refused', 'there is no bot of that level')
  await expect(other).rejects.toThrow('there is no bot of that level')
  expect(FakeWorker.all.length).toBe(1)
})

test('workers share a review, and each hears what the others find', () => {
  const heard = { told: vi.fn(), failed: vi.fn() }
  open(3).review({ record: 'a game' }, heard)
  for (const each of FakeWorker.all) each.says({ kind: 'ready' })
  const question = JSON.stringify({ record: 'a game' })
  expect(FakeWorker.all.map(({ heard }) => heard.at(-1))).toEqual(
    [0, 1, 2].map((place) => ({ kind: 'review', number: 0, question, place, workers: 3 })),
  )
  worker(1).tells(0, 'part', 'found')
  const part = { kind: 'hear', number: 0, place: 1, part: 'found' }
  expect(FakeWorker.all.map(({ heard }) => heard.at(-1))).toEqual([
    part,
    { kind: 'review', number: 0, question, place: 1, workers: 3 },
    part,
  ])
  worker(2).tells(0, 'refused', 'Some files could not be fetched')
  expect(heard.failed).not.toHaveBeenCalled()
  for (const other of [0, 1]) expect(worker(other).heard.at(-1)).toEqual({ kind: 'lose', number: 0, place: 2 })
  worker().tells(0, 'review', JSON.stringify({ done: true }))
  expect(heard.told).toHaveBeenCalledOnce()
})

test.each([
  [{ hardwareConcurrency: 1, deviceMemory: 8 }, 1],
  [{ hardwareConcurrency: 2, deviceMemory: 8 }, 1],
  [{ hardwareConcurrency: 4, deviceMemory: 8 }, 3],
  [{ hardwareConcurrency: 16, deviceMemory: 32 }, 4],
  [{ hardwareConcurrency: 8, deviceMemory: 4 }, 2],
  [{ hardwareConcurrency: 8, deviceMemory: 0.5 }, 1],
  [{ hardwareConcurrency: 8 }, 2],
  [{}, 1],
])('on %j there are %i workers', (machine, workers) => {
  expect(engineSize(machine, 1)).toBe(workers)
})

test('a work that ends may have all cores', () => {
  expect(engineSize({ hardwareConcurrency: 2, deviceMemory: 8 }, 0)).toBe(2)
})

test('a short question may ask for fewer workers', () => {
  open(3).analyse({ view: VIEW, seconds: 2 }, listener(), 1)
  expect(FakeWorker.all).toHaveLength(1)
})

test('after a while without a question the workers end, and the next question starts others', () => {
  vi.useFakeTimers()
  const engine = open(2)
  const end = engine.analyse({ view: VIEW }, listener())
  for (const each of FakeWorker.all) each.says({ kind: 'ready' })
  const think = (number: number) => {
    for (let minute = 0; minute < 60; minute++) {
      worker().tells(number, 'answer', answer(minute))
      vi.advanceTimersByTime(60_000)
    }
  }
  think(0)
  expect(FakeWorker.all.map(({ terminate }) => terminate.mock.calls.length)).toEqual([0, 0])
  end()
  vi.advanceTimersByTime(300_000)
  const again = engine.analyse({ view: VIEW }, listener(), 1)
  think(1)
  expect(FakeWorker.all).toHaveLength(2)
  again()
  vi.advanceTimersByTime(3_600_000)
  expect(FakeWorker.all.map(({ terminate }) => terminate.mock.calls.length)).toEqual([1, 1])
  engine.analyse({ view: VIEW }, listener(), 1)
  expect(FakeWorker.all).toHaveLength(3)
})

test('a worker that owes an answer and says nothing is given up; the next question starts another one', () => {
  vi.useFakeTimers()
  const [heard, engine] = [listener(), open()]
  engine.analyse({ view: VIEW }, heard)
  worker().says({ kind: 'ready' })
  vi.advanceTimersByTime(LIMITS.engine - 1)
  worker().tells(0, 'answer', answer(5))
  hide(true)
  vi.advanceTimersByTime(3_600_000)
  hide(false)
  vi.advanceTimersByTime(LIMITS.engine - 1)
  expect(heard.failed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(heard.failed).toHaveBeenCalledExactlyOnceWith('The engine does not answer; try again.')
  expect(worker().terminate).toHaveBeenCalledOnce()
  const again = engine.attempt({ game: 'g', players: 2, options: {}, actions: [], action: 0 })
  worker(1).says({ kind: 'ready' })
  worker(1).tells(1, 'attempt', '{"right": true}')
  vi.useRealTimers()
  return expect(again).resolves.toEqual({ right: true })
})

test('a worker that owes nothing may be silent', () => {
  vi.useFakeTimers()
  const [heard, engine] = [listener(), open()]
  engine.analyse({ view: VIEW }, heard)
  worker().says({ kind: 'ready' })
  worker().tells(0, 'answer', answer(5, true))
  vi.advanceTimersByTime(LIMITS.engine)
  expect(worker().terminate).not.toHaveBeenCalled()
  expect(heard.failed).not.toHaveBeenCalled()
})

test('a worker that does not start is given up', () => {
  vi.useFakeTimers()
  const heard = listener()
  open().analyse({ view: VIEW }, heard)
  vi.advanceTimersByTime(LIMITS.worker - 1)
  expect(heard.failed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(heard.failed).toHaveBeenCalledWith('The engine does not start; try again.')
  expect(worker().terminate).toHaveBeenCalledOnce()
})

// Coroutines and asyncio. A coroutine is a generator: it yields the futures for which it waits, or null to let others go
// on. Callbacks run in the order in which asyncio runs them.
/* eslint-disable require-yield -- a coroutine that waits for nothing is a generator, too */

import { PySet, RuntimeError, caught_error } from '../python/runtime'
import type { PythonError, Value } from '../python/runtime'
import { CancelledError, TimeoutError } from './program_errors'

const AT_ONCE = 8 // milliseconds for which callbacks go on before the browser has its turn
const LONGEST = 2 ** 31 - 1 // milliseconds that a timer of a browser can wait

// ── The loop ─────────────────────────────────────────────────────────────────
type Callback = () => void
let ready: Callback[] = []
let woken = false
const channel = new MessageChannel()
channel.port1.onmessage = () => run()

function soon(callback: Callback): void {
  ready.push(callback)
  if (woken) return
  woken = true
  channel.port2.postMessage(null)
}

function run(): void {
  const end = performance.now() + AT_ONCE
  while (ready.length && performance.now() < end) {
    const now = ready
    ready = []
    for (const callback of now)
      try {
        callback()
      } catch (error) {
        console.error('A callback failed', error) // the others go on
      }
  }
  woken = ready.length > 0
  if (woken) channel.port2.postMessage(null)
}

class TimerHandle {
  private timer: ReturnType<typeof setTimeout> | undefined
  private over = false

  constructor(
    seconds: number,
    private readonly callback: Callback,
  ) {
    this.wait(Math.max(0, 1000 * seconds))
  }
  private wait(left: number) {
    const now = Math.min(left, LONGEST)
    this.timer = setTimeout(() => (left > now ? this.wait(left - now) : soon(() => this.over || this.callback())), now)
  }
  cancel() {
    this.over = true
    clearTimeout(this.timer)
  }
}

const loop = {
  create_task: (work: Generator<Value>) => new Task(work),
  create_future: () => new Future(),
  call_later: (seconds: number, call: (...given: Value[]) => void, ...given: Value[]) =>
    new TimerHandle(seconds, () => call(...given)),
  time: () => performance.now() / 1000,
}
export const get_running_loop = () => loop
export const create_task = loop.create_task

// ── Futures and tasks ────────────────────────────────────────────────────────
export class Future {
  static plain = true
  private over = false
  private value: Value = null
  private error: PythonError | null = null
  private waiting: ((future: Future) => void)[] = []

  done() {
    return this.over
  }
  cancelled() {
    return this.error instanceof CancelledError
  }
  set_result(value: Value) {
    this.end(value, null)
  }
  set_exception(error: PythonError) {
    this.end(null, error)
  }
  cancel(): boolean {
    if (this.over) return false
    this.end(null, new CancelledError())
    return true
  }
  protected end(value: Value, error: PythonError | null) {
    if (this.over) throw new RuntimeError('the future is done already')
    ;[this.over, this.value, this.error] = [true, value, error]
    for (const call of this.waiting.splice(0)) soon(() => call(this))
  }
  result(): Value {
    if (!this.over) throw new RuntimeError('the result is not there yet')
    if (this.error) throw this.error
    return this.value
  }
  exception(): PythonError | null {
    if (!this.over) throw new RuntimeError('the result is not there yet')
    if (this.error instanceof CancelledError) throw this.error
    return this.error
  }
  add_done_callback(call: (future: Value) => void) {
    if (this.over) soon(() => call(this))
    else this.waiting.push(call)
  }
  *__await__(): Generator<Value, Value, Value> {
    if (!this.over) yield this
    return this.result()
  }
}

let current: Task | null = null

/** What a task does in one step. */
function during<T>(task: Task, step: () => T): T {
  const before = current
  current = task
  try {
    return step()
  } finally {
    current = before
  }
}

export class Task extends Future {
  private awaited: Future | null = null
  private cancelling = false
  requests = 0 // how many asked for an end, of those that have not taken it back

  constructor(private readonly work: Generator<Value>) {
    super()
    soon(() => this.step())
  }
  override cancel(): boolean {
    if (this.done()) return false
    this.requests++
    if (!this.awaited?.cancel()) this.cancelling = true
    return true
  }
  private step() {
    if (this.done()) return
    const cancelling = this.cancelling
    ;[this.awaited, this.cancelling] = [null, false]
    let next: IteratorResult<Value>
    try {
      next = during(this, () => (cancelling ? this.work.throw(new CancelledError()) : this.work.next()))
    } catch (error) {
      return this.end(null, caught_error(error))
    }
    if (next.done) return this.end(next.value ?? null, null)
    if (!(next.value instanceof Future)) return soon(() => this.step())
    this.awaited = next.value
    this.awaited.add_done_callback(() => this.step())
    if (this.cancelling && this.awaited.cancel()) this.cancelling = false
  }
}

/** What a promise brings. */
function promised(promise: Promise<Value>): Future {
  const future = new Future()
  promise.then(
    (value) => future.done() || future.set_result(value ?? null),
    (error) => future.done() || future.set_exception(caught_error(error)),
  )
  return future
}

/** `await`: of a coroutine, a future, or a promise. */
export function* awaited(work: Value): Generator<Value, Value, Value> {
  if (typeof work.next === 'function') return yield* work
  return yield* (work.__await__ ? work : promised(work)).__await__()
}

/** Runs a coroutine for JavaScript. */
export const promise_of = (work: Generator<Value>): Promise<Value> =>
  new Promise((resolve, reject) =>
    new Task(work).add_done_callback((task: Task) => {
      try {
        resolve(task.result())
      } catch (error) {
        reject(error as Error)
      }
    }),
  )

// ── Functions of asyncio ─────────────────────────────────────────────────────
const task_of = (work: Value): Future => (work instanceof Future ? work : new Task(work))

export function* async_sleep(seconds: number): Generator<Value, Value, Value> {
  if (seconds <= 0) return yield null
  const future = new Future()
  const timer = loop.call_later(seconds, () => future.done() || future.set_result(null))
  try {
    return yield* future.__await__()
  } finally {
    timer.cancel()
  }
}

/** asyncio.wait for all of them; they go on if the one who waits does not. */
export function* async_wait(works: Value): Generator<Value, Value, Value> {
  const all: Future[] = [...(works.values?.() ?? works)]
  for (const work of all) {
    if (work.done()) continue
    const over = new Future()
    work.add_done_callback(() => over.done() || over.set_result(null))
    yield* over.__await__()
  }
  return [new PySet(all), new PySet()]
}

/** The result of a task that goes on when the one who waits for it is cancelled. */
export function async_shield(work: Value): Future {
  const inner = task_of(work)
  if (inner.done()) return inner
  const outer = new Future()
  inner.add_done_callback(() => {
    if (outer.done()) return
    try {
      outer.set_result(inner.result())
    } catch (error) {
      outer.set_exception(error as PythonError)
    }
  })
  return outer
}

class Timeout {
  private task: Task | null = null
  private timer: TimerHandle | null = null
  private over = false
  private late = false
  private before = 0 // requests to cancel the task, when this began

  constructor(private readonly seconds: number | null) {}
  *__aenter__(): Generator<Value, Value, Value> {
    this.task = current
    this.before = current?.requests ?? 0
    if (this.seconds !== null && this.seconds <= 0) soon(() => this.end())
    else if (this.seconds !== null) this.timer = loop.call_later(this.seconds, () => this.end())
    return this
  }
  private end() {
    if (this.over) return
    this.late = true
    this.task?.cancel()
  }
  *__aexit__(error: Value): Generator<Value, Value, Value> {
    this.over = true
    this.timer?.cancel()
    if (!this.late || !this.task) return
    const isOurs = --this.task.requests <= this.before // or somebody else wanted it, too
    if (isOurs && error instanceof CancelledError) throw new TimeoutError()
  }
}
export const async_timeout = (seconds: number | null) => new Timeout(seconds)

/** Waits for a turn, which then is no longer among those that wait. */
function* waited(turn: Future, waiting: Future[]): Generator<Value, Value, Value> {
  try {
    yield* turn.__await__()
  } finally {
    waiting.splice(waiting.indexOf(turn), 1)
  }
}

class Lock {
  private held = false
  private readonly waiting: Future[] = []

  locked() {
    return this.held
  }
  *acquire(): Generator<Value, Value, Value> {
    if (!this.held && this.waiting.every((one) => one.cancelled())) return (this.held = true)
    const turn = new Future()
    this.waiting.push(turn)
    try {
      yield* waited(turn, this.waiting)
    } catch (error) {
      if (!this.held) this.next() // a turn that came too late goes to somebody else
      throw error
    }
    return (this.held = true)
  }
  release() {
    if (!this.held) throw new RuntimeError('Lock is not acquired.')
    this.held = false
    this.next()
  }
  private next() {
    const first = this.waiting[0]
    if (first && !first.done()) first.set_result(true)
  }
  __aenter__() {
    return this.acquire()
  }
  *__aexit__(): Generator<Value, Value, Value> {
    this.release()
  }
}
export const new_lock = () => new Lock()

class Event {
  private flag = false
  private readonly waiting: Future[] = []

  is_set() {
    return this.flag
  }
  set() {
    this.flag = true
    for (const one of this.waiting) if (!one.done()) one.set_result(true)
  }
  clear() {
    this.flag = false
  }
  *wait(): Generator<Value, Value, Value> {
    if (this.flag) return true
    const turn = new Future()
    this.waiting.push(turn)
    yield* waited(turn, this.waiting)
    return true
  }
}
export const new_event = () => new Event()

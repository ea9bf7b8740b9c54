/** Python, in a worker that starts with the first question, and is ended when it does not answer. What somebody wrote runs
 *  there, so the worker is in a sandbox. */
import { cleaned } from './cleaned'
import { SandboxedWorker } from './sandbox'
import { Wait } from '../waits/wait'
import type { Limit } from '../waits/limits'
import type { AnyWorker } from '../given/any_worker'
import pythonWorker from './python_worker.ts?worker&url'
import { comingFiles } from './python_files'
import type { FromPython, PythonFunction, ToPython } from './python_messages'

const LONG_ANSWERS = new Set<PythonFunction>(['start_texts', 'texts_in', 'zip_of', 'opened', 'finished'])
const NO_ANSWER = 'The game answered in the place of Python, so Python was stopped.'
const STOPPED = 'Python has stopped. Perhaps the game took all the memory that a page has.'

interface AskedOfPython {
  name: PythonFunction
  resolve(answer: unknown): void
  reject(error: Error): void
  wait: Wait
  limit: Limit
}

export class Python {
  #worker: AnyWorker | null = null
  #ready: Promise<void> | null = null
  #asked = new Map<number, AskedOfPython>()
  #next = 0
  #since = 0 // when the answer that is awaited was begun
  #started: { resolve(): void; reject(error: Error): void } | null = null

  /** `list`: the address of the list of its files; `came` hears how much of them is here, 0 .. 1, and of how many bytes. */
  constructor(
    readonly list: string,
    readonly base: string,
    readonly came: (part: number, bytes: number) => void,
    readonly create = (given: () => Promise<object>): AnyWorker => new SandboxedWorker(pythonWorker, base, given),
  ) {}

  /** Begin to start, before anybody asks. Rejects with a sentence. */
  start(): Promise<void> {
    this.#ready ??= this.#start().catch((error: Error) => {
      this.end(error)
      throw error
    })
    return this.#ready
  }

  /** What a function answers. `late`: a sentence for one that does not end in time; then Python starts anew. Rejects with
   *  a sentence. */
  async ask<T>(name: PythonFunction, given: (string | number)[], limit: Limit, late: string): Promise<T> {
    await this.start()
    return new Promise((resolve, reject) => {
      const id = this.#next++
      const wait = new Wait(() => this.end(new Error(late)))
      this.#asked.set(id, { name, resolve: resolve as (answer: unknown) => void, reject, wait, limit })
      if (this.#asked.size === 1) this.#begin(wait, limit)
      this.#post({ kind: 'ask', id, name, given })
    })
  }

  /** How many ms the answer that is awaited has taken so far. */
  get busy(): number {
    return this.#asked.size > 0 ? performance.now() - this.#since : 0
  }

  #begin(wait: Wait, limit: Limit): void {
    this.#since = performance.now()
    wait.begin(limit)
  }

  /** Whoever waits is told `error`; the next question starts another. */
  end(error = new Error(STOPPED)): void {
    this.#worker?.terminate()
    this.#worker = this.#ready = null
    this.#started?.reject(error)
    this.#started = null
    for (const { reject, wait } of this.#asked.values()) {
      wait.end()
      reject(error)
    }
    this.#asked.clear()
  }

  async #start(): Promise<void> {
    const { files, given } = await comingFiles(new URL(this.list, this.base), this.base, this.came)
    const worker = this.create(() => Promise.resolve(given))
    this.#worker = worker
    worker.onmessage = ({ data }: MessageEvent<FromPython>) => this.#hear(data)
    worker.onerror = () => this.end()
    await new Promise<void>((resolve, reject) => {
      this.#started = { resolve, reject }
      this.#post({ kind: 'start', base: this.base, files })
    })
  }

  #post(message: ToPython): void {
    this.#worker?.postMessage(message)
  }

  #hear(message: FromPython): void {
    if (message.kind === 'ready') this.#started?.resolve()
    else if (message.kind === 'broken') this.end(new Error(message.words))
    else this.#settle(message)
  }

  #settle(message: Extract<FromPython, { id: number }>): void {
    const asked = this.#asked.get(message.id)
    if (!asked) return
    let answer: unknown = null
    try {
      if (message.kind === 'answer') answer = read(asked.name, message.text)
    } catch {
      return this.end(new Error(NO_ANSWER))
    }
    this.#asked.delete(message.id)
    asked.wait.end()
    const [next] = this.#asked.values() // Python answers one after the other, and the clock of the next begins now
    if (next) this.#begin(next.wait, next.limit)
    if (message.kind === 'answer') asked.resolve(answer)
    else asked.reject(new Error(message.words))
  }
}

/** The answer of a text, cleaned but for what is as long as a game: that is looked at where it is used. Throws. */
function read(name: PythonFunction, text: string): unknown {
  const answer: unknown = JSON.parse(text)
  return LONG_ANSWERS.has(name) ? answer : cleaned(answer)
}

/** One worker of the engine, as the page sees it: what it is told before it is ready waits. */
import { Wait } from '../waits/wait'
import type { AnyWorker } from '../given/any_worker'
import { ENGINE_BROKEN, type EngineFiles, type FromEngineWorker, type ToEngineWorker } from './engine_messages'

const NO_START = 'The engine does not start; try again.'
const SILENT = 'The engine does not answer; try again.'

export type CrewReport = FromEngineWorker & { kind: 'told' }

export class CrewMember {
  #waiting: ToEngineWorker[] | null = [] // null: it is ready
  #owes = false
  readonly #silence: Wait

  constructor(
    readonly worker: AnyWorker,
    base: string,
    files: EngineFiles,
    told: (message: CrewReport) => void,
    failed: (words: string) => void,
  ) {
    this.#silence = new Wait(() => failed(this.#waiting ? NO_START : SILENT))
    this.#silence.begin('worker')
    worker.onmessage = ({ data }: MessageEvent<FromEngineWorker>) => {
      if (data.kind === 'ready') this.#open()
      this.#listen()
      if (data.kind === 'failed') failed(data.words)
      else if (data.kind === 'told') told(data)
    }
    worker.onerror = () => failed(ENGINE_BROKEN)
    worker.postMessage({ kind: 'start', base, files } satisfies ToEngineWorker)
  }

  post(message: ToEngineWorker): void {
    if (this.#waiting) this.#waiting.push(message)
    else this.worker.postMessage(message)
  }

  /** Nothing of a question is begun that has not been begun. */
  forget(number: number): void {
    if (this.#waiting) this.#waiting = this.#waiting.filter((each) => !('number' in each && each.number === number))
    else this.worker.postMessage({ kind: 'stop', number } satisfies ToEngineWorker)
  }

  /** Whether it owes an answer, and so has to say something now and then. */
  owes(answer: boolean): void {
    this.#owes = answer
    if (!this.#waiting) this.#listen()
  }

  /** The worker is not needed any more. */
  end(): void {
    this.#silence.end()
    this.worker.terminate()
  }

  /** It has shown that it lives; without another sign it is doubted. */
  #listen(): void {
    if (this.#waiting) this.#silence.begin('worker')
    else if (this.#owes) this.#silence.begin('engine')
    else this.#silence.end()
  }

  #open(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const message of waiting) this.post(message)
  }
}

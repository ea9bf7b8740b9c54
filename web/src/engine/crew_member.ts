/** One worker of the engine, as the page sees it: what it is told before it is ready waits. */
import { Wait } from '../waits/wait'
import type { SiteFiles } from '../worker/worker_messages'
import { ENGINE_BROKEN, type FromEngineWorker, type ToEngineWorker } from './engine_messages'

const NO_START = 'The engine does not start; try again.'

export type CrewReport = FromEngineWorker & { kind: 'told' }

export class CrewMember {
  #waiting: ToEngineWorker[] | null = [] // null: it is ready
  readonly #start: Wait

  constructor(
    readonly worker: Worker,
    base: string,
    files: SiteFiles,
    told: (message: CrewReport) => void,
    failed: (words: string) => void,
  ) {
    this.#start = new Wait(() => failed(NO_START))
    this.#start.begin('worker')
    worker.onmessage = ({ data }: MessageEvent<FromEngineWorker>) => {
      if (data.kind === 'progress') this.#start.begin('worker')
      else this.#start.end()
      if (data.kind === 'ready') this.#open()
      else if (data.kind === 'failed') failed(data.words)
      else if (data.kind === 'told') told(data)
    }
    worker.onerror = () => {
      this.#start.end()
      failed(ENGINE_BROKEN)
    }
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

  /** The worker is not needed any more. */
  end(): void {
    this.#start.end()
    this.worker.terminate()
  }

  #open(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const message of waiting) this.post(message)
  }
}

/** One worker of the engine, as the page sees it: what it is told before it is ready waits. */
import type { SiteFiles } from '../worker/worker_messages'
import { ENGINE_BROKEN, type FromEngineWorker, type ToEngineWorker } from './engine_messages'

export type CrewReport = FromEngineWorker & { kind: 'told' }

export class CrewMember {
  #waiting: ToEngineWorker[] | null = [] // null: it is ready

  constructor(
    readonly worker: Worker,
    base: string,
    files: SiteFiles,
    told: (message: CrewReport) => void,
    failed: (words: string) => void,
  ) {
    worker.onmessage = ({ data }: MessageEvent<FromEngineWorker>) => {
      if (data.kind === 'ready') this.#open()
      else if (data.kind === 'failed') failed(data.words)
      else told(data)
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

  #open(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const message of waiting) this.post(message)
  }
}

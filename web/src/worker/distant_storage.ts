/** Keys and bytes which the page keeps for a worker that has no storage of its own; as BrowserStorage. */
import type { FromWorker, StoreCall } from './worker_messages'

type Entries = [string, Uint8Array][]

export class DistantStorage {
  readonly #asked = new Map<number, { resolve(value: Entries): void; reject(error: Error): void }>()
  #next = 0

  constructor(readonly post: (message: FromWorker & { kind: 'store' }) => void) {}

  async put(entries: readonly (readonly [string, Uint8Array])[]): Promise<void> {
    await this.#ask({ method: 'put', entries: entries.map(([key, bytes]) => [key, bytes]) })
  }

  get(prefix: string): Promise<Entries> {
    return this.#ask({ method: 'get', prefix })
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.#ask({ method: 'remove', keys: [...keys] })
  }

  /** `failed`: the name of a DOMException; "": it was done. */
  hear(id: number, found: Entries, failed: string): void {
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    if (failed) asked?.reject(new DOMException('The page could not keep it.', failed))
    else asked?.resolve(found)
  }

  #ask(call: StoreCall): Promise<Entries> {
    return new Promise((resolve, reject) => {
      const id = this.#next++
      this.#asked.set(id, { resolve, reject })
      this.post({ kind: 'store', id, call })
    })
  }
}

/** Waits for somebody who may never answer: a server, another tab, a worker, the browser's storage. */
import { LIMITS, type Limit } from './limits'

const STOOD_STILL = 1_000 // ms by which a timer is late if the page itself stood still

/** What has been waited for did not come. The message is one sentence to show; the name is that of a browser's own. */
export class Overdue extends Error {
  override name = 'TimeoutError'
}

/** One wait that can begin again and again. */
export class Wait {
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `doubted` is called when the time is over, once for each beginning. */
  constructor(readonly doubted: () => void) {}

  /** From now on, instead of what it has waited for. */
  begin(limit: Limit, again = true): void {
    clearTimeout(this.#timer)
    const due = performance.now() + LIMITS[limit]
    this.#timer = setTimeout(() => {
      // a page that was frozen has not read yet what has come meanwhile
      if (again && performance.now() - due > STOOD_STILL) this.begin(limit, false)
      else this.doubted()
    }, LIMITS[limit])
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

/** The same result, if it comes in time; otherwise rejects with Overdue. `words`: a sentence. */
export function within<T>(limit: Limit, words: string, result: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const wait = new Wait(() => reject(new Overdue(words)))
    wait.begin(limit)
    void result.finally(() => wait.end()).then(resolve, reject)
  })
}

/** The result of `begin`, such as a fetch, which is ended when the time is over, also in the middle of an answer. */
export async function endingAfter<T>(limit: Limit, begin: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const wait = new Wait(() => controller.abort())
  wait.begin(limit)
  try {
    return await begin(controller.signal)
  } finally {
    wait.end()
  }
}

/** `back` is called when the network is there again, or the person looks at this page again. Returns what ends that. */
export function whenBack(back: () => void): () => void {
  const seen = () => document.hidden || back()
  addEventListener('online', back)
  addEventListener('pageshow', back)
  document.addEventListener('visibilitychange', seen)
  return () => {
    removeEventListener('online', back)
    removeEventListener('pageshow', back)
    document.removeEventListener('visibilitychange', seen)
  }
}

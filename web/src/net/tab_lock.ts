/** Games are kept in the browser once, so one tab at a time plays them. */

const PATIENCE = 400 // ms for another tab to let go

export class TabLock {
  #release = () => {}
  #held = false
  readonly #channel: BroadcastChannel

  /** `name`: of what is locked. `used`: whether this tab needs it; otherwise it gives it to a tab that asks. `lost` is
   * called when it is gone. */
  constructor(
    readonly name: string,
    used: () => boolean,
    readonly lost: () => void,
  ) {
    this.#channel = new BroadcastChannel(name)
    this.#channel.onmessage = () => {
      if (!this.#held || used()) return
      this.release()
      lost()
    }
  }

  /** Whether this tab has it from now on. `steal`: even where another tab needs it. */
  take(steal: boolean): Promise<boolean> {
    const { locks } = navigator as { locks?: LockManager }
    if (!locks) return Promise.resolve(true) // an old browser: the person has to know
    this.#channel.postMessage('wanted')
    return new Promise((resolve) => {
      const waiting = new AbortController()
      const timer = setTimeout(() => waiting.abort(), PATIENCE)
      const options = steal ? { steal } : { signal: waiting.signal }
      const held = () => {
        clearTimeout(timer)
        this.#held = true
        resolve(true)
        return new Promise<void>((release) => (this.#release = release))
      }
      locks.request(this.name, options, held).catch(() => {
        if (this.#held) this.lost() // it was stolen
        this.#held = false
        resolve(false)
      })
    })
  }

  release(): void {
    this.#held = false
    this.#release()
  }
}

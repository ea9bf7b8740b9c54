/** Games are kept in the browser once, so one tab at a time plays them. */

const PATIENCE = 400 // ms for another tab to say that it needs it, without Web Locks
const LONG_PATIENCE = 5_000 // ms for a tab that has the lock, and may be busy, to let go or to say that it needs it

/** What tabs say to each other; the last one only where there are no Web Locks. */
type Word = 'wanted' | 'needed' | 'taken'

export class TabLock {
  #release = () => {}
  #refused = () => {}
  #held = false
  readonly #channel: BroadcastChannel
  // Browsers have Web Locks on pages from https and from this machine. On others, tabs can only tell each other.
  readonly #locks = (navigator as { locks?: LockManager }).locks

  /** `name`: of what is locked. `used`: whether this tab needs it; otherwise it gives it to a tab that asks. `lost` is
   * called when it is gone. */
  constructor(
    readonly name: string,
    readonly used: () => boolean,
    readonly lost: () => void,
  ) {
    this.#channel = new BroadcastChannel(name)
    this.#channel.onmessage = ({ data }: MessageEvent<Word>) => this.#hear(data)
  }

  /** Whether this tab has it from now on. `steal`: even where another tab needs it. */
  async take(steal: boolean): Promise<boolean> {
    if (!steal || this.#locks) this.#say('wanted')
    if (this.#locks) return this.#locked(this.#locks, steal)
    if (!steal && (await this.#needed())) return false
    this.#held = true
    this.#say('taken')
    return true
  }

  release(): void {
    this.#held = false
    this.#release()
  }

  #locked(locks: LockManager, steal: boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting = new AbortController()
      const timer = setTimeout(() => waiting.abort(), LONG_PATIENCE)
      this.#refused = () => waiting.abort()
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

  /** Whether another tab says in time that it needs it, or takes it. */
  #needed(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#refused = () => resolve(true)
      setTimeout(() => resolve(false), PATIENCE)
    })
  }

  #say(word: Word): void {
    this.#channel.postMessage(word)
  }

  #hear(word: Word): void {
    if (word === 'wanted' && this.#held && this.used()) this.#say('needed')
    else if (word !== 'needed' && this.#held) {
      this.release()
      this.lost()
    } else if (word !== 'wanted') this.#refused()
  }
}

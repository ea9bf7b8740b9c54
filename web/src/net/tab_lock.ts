/**
 * Games are kept in the browser once, so one tab at a time plays them.
 *
 * Browsers have Web Locks on pages from https and from this machine. Elsewhere tabs can only tell each other. A tab that
 * is refused asks again and again, so that it goes on by itself when the other one does not need the lock any more.
 */
import { Wait } from '../waits/wait'

/**
 * What tabs say to each other. A tab that has been refused, or has lost the lock, is only `waiting`: it does not take it
 * back from one where the person wants to be. The last one is only for browsers without locks.
 */
type Word = 'wanted' | 'waiting' | 'needed' | 'taken'

/** A tab that takes part. */
export interface LockUser {
  used(): boolean // it needs the lock; otherwise it gives it to a tab that asks
  lost(): void // the lock is gone
  free(): void // the lock, which was refused before, is this tab's now
}

export class TabLock {
  #wanted = false // this tab has it, or waits for it
  #held = false
  #stolen = false // because the person wants it in this tab
  #queued = false // a request waits in the browser, and cannot be withdrawn: one browser forgets to end it
  #release = () => {}
  #answer: ((has: boolean) => void) | null = null // to `take`, until it is known
  #locks = browserLocks()
  readonly #channel: BroadcastChannel | null
  readonly #refusal = new Wait(() => (this.#locks ? this.#refuse() : this.#hold()))
  readonly #again = new Wait(() => this.#ask('waiting'))

  /** `name`: of what is locked. */
  constructor(
    readonly name: string,
    readonly user: LockUser,
  ) {
    this.#channel = channel(name, (word) => this.#hear(word))
  }

  /** Whether tabs of this browser can know of each other. */
  get shared(): boolean {
    return this.#locks !== undefined || this.#channel !== null
  }

  /** Whether this tab has it from now on. `steal`: even where another tab needs it. */
  take(steal: boolean): Promise<boolean> {
    this.#wanted = true
    return new Promise((answer) => {
      this.#answer = answer
      this.#stolen = steal
      if (!steal) return this.#ask('wanted')
      if (!this.#locks) return void this.#hold()
      this.#refusal.begin('lock')
      this.#request(this.#locks, true)
    })
  }

  /** Calls `free` when it is this tab's; until then, or until `release`. */
  await(): void {
    this.#wanted = true
    if (this.#locks) this.#request(this.#locks, false)
    this.#again.begin('lock')
  }

  release(): void {
    this.#wanted = this.#held = false
    this.#refusal.end()
    this.#again.end()
    this.#release()
  }

  #ask(word: Word): void {
    this.#say(word)
    this.#refusal.begin(this.#locks ? 'lock' : 'tabs')
    if (this.#locks) this.#request(this.#locks, false)
  }

  #request(locks: LockManager, steal: boolean): void {
    if (this.#queued && !steal) return
    if (!steal) this.#queued = true
    let had = false
    const held = () => {
      had = true
      if (!steal) this.#queued = false
      return this.#wanted ? this.#hold() : undefined
    }
    const ended = () => {
      if (had && this.#held) this.#lose() // it was stolen
      if (had) return
      this.#locks = undefined // the browser has locks, and does not allow them here
      if (this.#wanted) this.#ask('wanted')
    }
    try {
      locks.request(this.name, steal ? { steal } : {}, held).catch(ended)
    } catch {
      ended()
    }
  }

  /** Returns a promise that ends with the lock. */
  #hold(): Promise<void> {
    this.#held = true
    this.#refusal.end()
    this.#again.end()
    if (!this.#locks) this.#say('taken')
    const released = new Promise<void>((release) => (this.#release = release))
    const answer = this.#answer
    this.#answer = null
    if (answer) answer(true)
    else this.user.free()
    return released
  }

  #lose(): void {
    this.#held = this.#wanted = false
    this.#release()
    this.user.lost()
  }

  #refuse(): void {
    this.#refusal.end()
    this.#again.begin('lock')
    this.#answer?.(false)
    this.#answer = null
  }

  #say(word: Word): void {
    this.#channel?.postMessage(word)
  }

  #hear(word: Word): void {
    if (this.#held) {
      const keeps = this.user.used() || (this.#stolen && word === 'waiting')
      if (word !== 'taken' && keeps) this.#say('needed')
      else if (word !== 'needed') this.#lose()
    } else if (this.#wanted && (word === 'needed' || word === 'taken')) this.#refuse()
  }
}

function browserLocks(): LockManager | undefined {
  try {
    return (navigator as { locks?: LockManager }).locks
  } catch {
    return undefined
  }
}

function channel(name: string, heard: (word: Word) => void): BroadcastChannel | null {
  try {
    const made = new BroadcastChannel(name)
    made.onmessage = ({ data }: MessageEvent<Word>) => heard(data)
    return made
  } catch {
    return null // it is forbidden, or this browser has none
  }
}

/** The mistakes of the games that were played and reviewed in this browser. They come back at growing intervals. */
import { read, write } from './storage'

const MISTAKES_KEY = 'rookery.mistakes'
const MS_A_DAY = 86_400_000 // ms
const INTERVALS = [1, 3, 7, 16, 35, 90].map((days) => days * MS_A_DAY)
const MAX_KEPT = 200 // of about 1 kB each; the oldest make room

/** A decision that gave away much, as it was made in a game. */
export interface Mistake {
  game: string // slug
  players: number
  options: Record<string, string>
  actions: number[] // that led to it
  seat: number // that decided
  words: string // what was played
  best: number // what the engine would have played
  loss: number // of the chance to win, 0 .. 1
}

export interface KeptMistake extends Mistake {
  due: number // when it comes back, ms since 1970
  solved: number // how often in a row; the interval grows with it
}

/** Equal for equal decisions. */
export function keyOf({ game, players, options, actions, seat }: Mistake): string {
  return JSON.stringify([game, players, Object.entries(options).sort(), seat, actions])
}

class Mistakes {
  all = $state.raw<readonly KeptMistake[]>(kept())

  /** Those that have come back, the longest overdue first. */
  due(now: number): KeptMistake[] {
    return this.all.filter((one) => one.due <= now).sort((one, other) => one.due - other.due)
  }

  /** Those that are new come back at once. */
  add(mistakes: readonly Mistake[], now: number): void {
    const known = new Set(this.all.map(keyOf))
    const fresh = mistakes.filter((one) => !known.has(keyOf(one)))
    if (fresh.length === 0) return
    this.#keep([...this.all, ...fresh.map((one) => ({ ...one, due: now, solved: 0 }))].slice(-MAX_KEPT))
  }

  /** `alone`: it was found at the first attempt and without a hint. Returns in how many days it comes back; null: never. */
  tried(mistake: KeptMistake, alone: boolean, now: number): number | null {
    const wait = INTERVALS[alone ? mistake.solved : 0]
    const others = this.all.filter((one) => one !== mistake)
    if (wait === undefined) this.#keep(others)
    else this.#keep([...others, { ...mistake, due: now + wait, solved: alone ? mistake.solved + 1 : 0 }])
    return wait === undefined ? null : wait / MS_A_DAY
  }

  drop(mistake: KeptMistake): void {
    this.#keep(this.all.filter((one) => one !== mistake))
  }

  #keep(all: readonly KeptMistake[]): void {
    this.all = all
    write(MISTAKES_KEY, all)
  }
}

/** What is stored may be older than this page, or somebody else's. */
function kept(): KeptMistake[] {
  const found = read<unknown>(MISTAKES_KEY, [])
  return Array.isArray(found) ? found.filter(isMistake) : []
}

function isMistake(one: unknown): one is KeptMistake {
  const { game, actions, due, solved, best } = (one ?? {}) as Partial<KeptMistake>
  return typeof game === 'string' && Array.isArray(actions) && [due, solved, best].every(Number.isInteger)
}

export const mistakes = new Mistakes()

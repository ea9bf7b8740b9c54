/**
 * The mistakes of the games that were played and reviewed in this browser. They come back at growing intervals. One that
 * is done or forgotten stays in the list, because a review that is opened again would bring it back.
 */
import { read, write } from './storage'

const MISTAKES_KEY = 'rookery.mistakes'
const MS_A_DAY = 86_400_000
const INTERVALS = [1, 3, 7, 16, 35, 90].map((days) => days * MS_A_DAY)
const NEVER = -1
const MAX_KEPT = 200 // of up to some kB each; those that were practised longest ago make room

/** A decision that gave away much, as it was made in a game. */
export interface Mistake {
  game: string // slug
  rules: number // version of its rules
  players: number
  options: Record<string, string>
  actions: number[] // that led to it
  seat: number // that decided
  words: string // what was played
  best: number // what the engine would have played
  loss: number // of the chance to win, 0 .. 1
}

export interface KeptMistake extends Mistake {
  due: number // when it comes back, ms since 1970; NEVER
  solved: number // how often in a row; the interval grows with it
}

/** Equal for equal decisions. */
export function keyOf({ game, rules, players, options, actions, seat }: Mistake): string {
  return JSON.stringify([game, rules, players, Object.entries(options).sort(), seat, actions])
}

class Mistakes {
  all = $state.raw<readonly KeptMistake[]>(kept())

  /** Those that come back, some day or now. */
  open = $derived(this.all.filter(({ due }) => due !== NEVER))

  /** Those that have come back, the longest overdue first. */
  due(now: number): KeptMistake[] {
    return this.open.filter((one) => one.due <= now).sort((one, other) => one.due - other.due)
  }

  /** Those that are new come back at once. */
  add(mistakes: readonly Mistake[], now: number): void {
    const before = kept() // other windows may have changed it
    const known = new Set(before.map(keyOf))
    const fresh = mistakes.filter((one) => !known.has(keyOf(one)))
    if (fresh.length > 0) this.#keep([...before, ...fresh.map((one) => ({ ...one, due: now, solved: 0 }))])
  }

  /** `alone`: it was found at the first attempt and without a hint. Returns in how many days it comes back; null: never. */
  tried(mistake: KeptMistake, alone: boolean, now: number): number | null {
    const wait = INTERVALS[alone ? mistake.solved : 0]
    const due = wait === undefined ? NEVER : now + wait
    this.#replace({ ...mistake, due, solved: alone ? mistake.solved + 1 : 0 })
    return wait === undefined ? null : wait / MS_A_DAY
  }

  /** It never comes back. */
  drop(mistake: KeptMistake): void {
    this.#replace({ ...mistake, due: NEVER })
  }

  #replace(mistake: KeptMistake): void {
    const key = keyOf(mistake)
    this.#keep([...kept().filter((one) => keyOf(one) !== key), mistake])
  }

  #keep(all: readonly KeptMistake[]): void {
    this.all = all.slice(-MAX_KEPT)
    write(MISTAKES_KEY, this.all)
  }
}

/** What is stored may be older than this page, or somebody else's. */
function kept(): KeptMistake[] {
  const found = read<unknown>(MISTAKES_KEY, [])
  return Array.isArray(found) ? found.filter(isMistake) : []
}

function isMistake(one: unknown): one is KeptMistake {
  if (typeof one !== 'object' || one === null) return false
  const { game, rules, players, options, actions, seat, words, best, loss, due, solved } = one as Partial<KeptMistake>
  return (
    typeof game === 'string' &&
    typeof words === 'string' &&
    typeof options === 'object' &&
    options !== null &&
    Array.isArray(actions) &&
    [rules, players, seat, best, solved, ...actions].every((number) => Number.isInteger(number) && number! >= 0) &&
    Number.isInteger(due) &&
    Number.isFinite(loss)
  )
}

export const mistakes = new Mistakes()

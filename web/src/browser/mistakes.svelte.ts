/**
 * The mistakes of the games that were played and reviewed in this browser. They come back at growing intervals. One that
 * is known or forgotten stays in the list, because a review that is opened again would bring it back.
 */
import { MS_A_DAY } from './day_row'
import { isDue, isReturning, missed, NEVER, type Returning, type Try } from './returning'
import { read, write } from './storage'

const MISTAKES_KEY = 'rookery.mistakes'
const OLD_INTERVALS = [1, 3, 7, 16, 35, 90] // days, by how often in a row it had been found: older pages kept only that
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

export type KeptMistake = Mistake & Returning

/** Equal for equal decisions. */
export function keyOf({ game, rules, players, options, actions, seat }: Mistake): string {
  return JSON.stringify([game, rules, players, Object.entries(options).sort(), seat, actions])
}

class Mistakes {
  all = $state.raw<readonly KeptMistake[]>(kept())

  /** Those that come back, some day or now. */
  open = $derived(this.all.filter(({ due }) => due !== NEVER))

  /** Those that have come back, the longest overdue first. */
  due(now: number, slug = ''): KeptMistake[] {
    const here = this.open.filter((one) => isDue(one, now) && (slug === '' || one.game === slug))
    return here.sort((one, other) => one.due - other.due)
  }

  /** Those that are new come back at once. */
  add(mistakes: readonly Mistake[], now: number): void {
    const before = kept() // other windows may have changed it
    const known = new Set(before.map(keyOf))
    const fresh = mistakes.filter((one) => !known.has(keyOf(one)))
    if (fresh.length > 0) this.#keep([...before, ...fresh.map((one) => ({ ...one, ...missed(now, now) }))])
  }

  /** It has been tried. `next`: see schedule.ts */
  tried(mistake: KeptMistake, next: Returning): void {
    this.#replace({ ...mistake, ...next })
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
  return Array.isArray(found) ? found.map(renewed).filter(isMistake) : []
}

function renewed(one: unknown): unknown {
  const { due, solved, ...mistake } = (one ?? {}) as { due: number; solved?: number }
  return Number.isInteger(due) && Number.isInteger(solved) && solved! >= 0
    ? { ...mistake, due, tries: oldTries(due, solved!) }
    : one
}

/** The tries that led there, at the old intervals. */
function oldTries(due: number, solved: number): Try[] {
  let at = due
  const found: Try[] = []
  for (const days of OLD_INTERVALS.slice(0, solved).reverse()) found.unshift([(at -= days * MS_A_DAY), true])
  return [[at, false], ...found]
}

function isMistake(one: unknown): one is KeptMistake {
  if (typeof one !== 'object' || one === null) return false
  const { game, rules, players, options, actions, seat, words, best, loss } = one as Partial<KeptMistake>
  return (
    typeof game === 'string' &&
    typeof words === 'string' &&
    typeof options === 'object' &&
    options !== null &&
    Array.isArray(actions) &&
    [rules, players, seat, best, ...actions].every((number) => Number.isInteger(number) && number! >= 0) &&
    isReturning(one) &&
    Number.isFinite(loss)
  )
}

export const mistakes = new Mistakes()

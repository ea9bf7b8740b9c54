/** Which puzzles were tried in this browser, how well, and on which days. */
import { read, write } from '../browser/storage'
import type { PuzzleOfTheDay, RatedPuzzle } from '../protocol'

const PROGRESS_KEY = 'rookery.puzzles'
const FIRST_RATING = 1400
const [LEAST_RATING, MOST_RATING] = [100, 3000]
const ELO = 400
const RATING_STEPS = [
  { tried: 10, most: 96 },
  { tried: 30, most: 48 },
  { tried: Infinity, most: 24 },
] // how far one puzzle moves the rating at most, by how many were tried
const MAX_DAYS = 1000
const AMONG = 6 // puzzles near the rating, of which the next is one

/** true: the first move was right, without a hint; 'later': another one was; false: none was yet. */
export type PuzzleResult = boolean | 'later'

interface GameProgress {
  rating: number
  tried: Record<string, PuzzleResult> // by key
  began?: number // the day on which the first of them was; not in older ones
}

interface Progress {
  games: Record<string, GameProgress> // by slug
  days: number[] // since 1970: those whose puzzle was found, in order
}

class PuzzleProgress {
  #kept = $state.raw<Progress>(stored())
  #storable = true // false: storage is forbidden or full, and all is forgotten with the page

  rating(slug: string): number {
    return Math.round(this.#of(slug).rating)
  }

  /** How many of a game were tried, and how many of them were found at once. */
  counts(slug: string): { tried: number; found: number } {
    const all = Object.values(this.#of(slug).tried)
    return { tried: all.length, found: all.filter((result) => result === true).length }
  }

  /** How a puzzle went; undefined: it was not tried. */
  result(slug: string, key: string): PuzzleResult | undefined {
    const { tried } = this.#of(slug)
    return Object.hasOwn(tried, key) ? tried[key] : undefined
  }

  /** The first try counts. Returns how the rating changed. `alone`: the first move was right, without a hint;
   *  `day`: today, if it is known. */
  tried(slug: string, [key, puzzle]: RatedPuzzle, alone: boolean, day?: number): number {
    this.#refresh()
    const before = this.#of(slug)
    if (Object.hasOwn(before.tried, key)) return 0
    const count = Object.keys(before.tried).length
    const step = RATING_STEPS.find(({ tried }) => count < tried)!.most
    const expected = 1 / (1 + 10 ** ((puzzle - before.rating) / ELO))
    const wished = before.rating + step * ((alone ? 1 : 0) - expected)
    const rating = Math.min(MOST_RATING, Math.max(LEAST_RATING, wished))
    const began = count === 0 ? day : before.began
    this.#set(slug, { rating, tried: { ...before.tried, [key]: alone }, began })
    return Math.round(rating) - Math.round(before.rating)
  }

  /** The right move was played. It changes nothing where it was found at once. */
  foundLater(slug: string, key: string): void {
    this.#refresh()
    const game = this.#of(slug)
    if (this.result(slug, key) === false) this.#set(slug, { ...game, tried: { ...game.tried, [key]: 'later' } })
  }

  /** The puzzle of a day was found. */
  foundOn(day: number): void {
    this.#refresh()
    const days = [...new Set([...this.#kept.days, day])].sort((one, other) => one - other).slice(-MAX_DAYS)
    this.#keep({ ...this.#kept, days })
  }

  /** Days in a row up to today, or up to yesterday if today's puzzle was not found yet. */
  streak(today: number): number {
    const days = new Set(this.#kept.days)
    let last = days.has(today) ? today : today - 1
    let count = 0
    for (; days.has(last); last -= 1) count += 1
    return count
  }

  /** Which of the two puzzles that a game has on a day is this person's: the easier one on the first day. */
  ofDay({ slug, key, rating, first }: PuzzleOfTheDay, day: number): RatedPuzzle {
    const { tried, began } = this.#of(slug)
    return began === day || Object.keys(tried).length === 0 ? first : [key, rating]
  }

  /** The key of a puzzle that was not tried yet, about as hard as the person is good; the first one is no harder, if
   *  there is such a one. null: all were tried. `random`: 0 .. 1 */
  next(slug: string, puzzles: readonly RatedPuzzle[], random: number): string | null {
    const { rating, tried } = this.#of(slug)
    const easy = Object.keys(tried).length ? [] : puzzles.filter(([, other]) => other <= rating)
    const fresh = (easy.length ? easy : puzzles)
      .filter(([key]) => !Object.hasOwn(tried, key))
      .sort(([, one], [, other]) => Math.abs(one - rating) - Math.abs(other - rating))
      .slice(0, AMONG)
    return fresh[Math.floor(random * fresh.length)]?.[0] ?? null
  }

  #of(slug: string): GameProgress {
    const { games } = this.#kept
    return (Object.hasOwn(games, slug) && games[slug]) || { rating: FIRST_RATING, tried: {} }
  }

  #set(slug: string, game: GameProgress): void {
    this.#keep({ ...this.#kept, games: { ...this.#kept.games, [slug]: game } })
  }

  /** Other windows may have changed it. */
  #refresh(): void {
    if (this.#storable) this.#kept = stored()
  }

  #keep(progress: Progress): void {
    this.#kept = progress
    this.#storable = write(PROGRESS_KEY, progress)
  }
}

/** What is stored may be older than this page, or somebody else's. */
function stored(): Progress {
  const found = read<Partial<Progress> | null>(PROGRESS_KEY, null)
  const games = Object.entries(found?.games ?? {}).filter(
    ([, one]) => Number.isFinite(one?.rating) && typeof one.tried === 'object' && one.tried !== null,
  )
  const days = Array.isArray(found?.days) ? found.days.filter(Number.isInteger) : []
  return { games: Object.fromEntries(games), days }
}

export const puzzleProgress = new PuzzleProgress()

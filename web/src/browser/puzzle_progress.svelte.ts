/** Which puzzles were tried in this browser, how well, and on which days; and those that were missed, which come back. */
import type { PuzzleOfTheDay, RatedPuzzle } from '../protocol'
import { inARow, MS_A_DAY, withDay } from './day_row'
import { isDue, isReturning, missed, NEVER, type Returning } from './returning'
import { read, write } from './storage'

const PROGRESS_KEY = 'rookery.puzzles'
const FIRST_RATING = 1400
const [LEAST_RATING, MOST_RATING] = [100, 3000]
const ELO = 400
const RATING_STEPS = [
  { tried: 10, most: 96 },
  { tried: 30, most: 48 },
  { tried: Infinity, most: 24 },
] // how far one puzzle moves the rating at most, by how many were tried
const EASY_FIRST = 2 // puzzles
const AMONG = 6 // puzzles near the rating, of which the next is one

/** true: the first move was right, without a hint; 'later': another one was; false: none was yet. */
export type PuzzleResult = boolean | 'later'

interface GameProgress {
  rating: number
  tried: Record<string, PuzzleResult> // by key
  back: Record<string, Returning> // those that were missed
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

  /** All that were missed, in all games. */
  get missed(): Returning[] {
    return Object.values(this.#kept.games).flatMap(({ back }) => Object.values(back))
  }

  /** The keys of those that have come back, the longest overdue first. */
  due(slug: string, now: number): string[] {
    const back = Object.entries(this.#of(slug).back).filter(([, one]) => isDue(one, now))
    return back.sort(([, one], [, other]) => one.due - other.due).map(([key]) => key)
  }

  /** A puzzle that has come back. */
  returning(slug: string, key: string, now: number): Returning | undefined {
    const { back } = this.#of(slug)
    const one = Object.hasOwn(back, key) ? back[key] : undefined
    return one && isDue(one, now) ? one : undefined
  }

  /** It has been tried again. `next`: see schedule.ts */
  triedAgain(slug: string, key: string, next: Returning): void {
    this.#refresh()
    const game = this.#of(slug)
    this.#set(slug, { ...game, back: { ...game.back, [key]: next } })
  }

  /** It never comes back. */
  drop(slug: string, key: string): void {
    this.triedAgain(slug, key, { due: NEVER, tries: [] })
  }

  /** The first try counts; what was missed comes back on the next day. Returns how the rating changed.
   *  `alone`: the first move was right, without a hint; `day`: today, if it is known. */
  tried(slug: string, [key, puzzle]: RatedPuzzle, alone: boolean, day?: number, now = Date.now()): number {
    this.#refresh()
    const before = this.#of(slug)
    if (Object.hasOwn(before.tried, key)) return 0
    const count = Object.keys(before.tried).length
    const step = RATING_STEPS.find(({ tried }) => count < tried)!.most
    const expected = 1 / (1 + 10 ** ((puzzle - before.rating) / ELO))
    const wished = before.rating + step * ((alone ? 1 : 0) - expected)
    const rating = Math.min(MOST_RATING, Math.max(LEAST_RATING, wished))
    const began = count === 0 ? day : before.began
    const back = alone ? before.back : { ...before.back, [key]: missed(now, now + MS_A_DAY) }
    this.#set(slug, { rating, tried: { ...before.tried, [key]: alone }, back, began })
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
    this.#keep({ ...this.#kept, days: withDay(this.#kept.days, day) })
  }

  /** Days in a row up to today, or up to yesterday if today's puzzle was not found yet. */
  streak(today: number): number {
    return inARow(this.#kept.days, today)
  }

  /** Which of the two puzzles that a game has on a day is this person's: the easier one on the first day. */
  ofDay({ slug, key, rating, first }: PuzzleOfTheDay, day: number): RatedPuzzle {
    const { tried, began } = this.#of(slug)
    return began === day || Object.keys(tried).length === 0 ? first : [key, rating]
  }

  /** The key of a puzzle that was not tried yet, about as hard as the person is good; the first ones are among the
   *  easiest, and no harder, if there are such ones. null: all were tried. `random`: 0 .. 1 */
  next(slug: string, puzzles: readonly RatedPuzzle[], random: number): string | null {
    const { rating, tried } = this.#of(slug)
    const all = puzzles.filter(([key]) => !Object.hasOwn(tried, key))
    const begins = Object.keys(tried).length < EASY_FIRST
    const easy = begins ? all.filter(([, other]) => other <= rating) : []
    const aim = begins ? 0 : rating
    const fresh = (easy.length ? easy : all)
      .sort(([, one], [, other]) => Math.abs(one - aim) - Math.abs(other - aim))
      .slice(0, AMONG)
    return fresh[Math.floor(random * fresh.length)]?.[0] ?? null
  }

  #of(slug: string): GameProgress {
    const { games } = this.#kept
    return (Object.hasOwn(games, slug) && games[slug]) || { rating: FIRST_RATING, tried: {}, back: {} }
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
  const games = Object.entries(found?.games ?? {})
    .filter(([, one]) => Number.isFinite(one?.rating) && typeof one.tried === 'object' && one.tried !== null)
    .map(([slug, one]) => [slug, { ...one, back: returningOf(one) }])
  const days = Array.isArray(found?.days) ? found.days.filter(Number.isInteger) : []
  return { games: Object.fromEntries(games), days }
}

/** Older pages did not say when a puzzle was missed: those that were come back now. */
function returningOf({ tried, back }: Partial<GameProgress>): Record<string, Returning> {
  if (typeof back === 'object' && back !== null)
    return Object.fromEntries(Object.entries(back).filter(([, one]) => isReturning(one)))
  const keys = Object.keys(tried ?? {}).filter((key) => tried![key] !== true)
  return Object.fromEntries(keys.map((key) => [key, missed(0, 0)]))
}

export const puzzleProgress = new PuzzleProgress()

/** What this browser knows of the person here as a learner: for paths, and for the minutes of a day. */
import { parlour } from '#parlour'
import { inARow, MS_A_DAY, withDay } from '../browser/day_row'
import { learnt } from '../browser/learnt.svelte'
import { mistakes } from '../browser/mistakes.svelte'
import { puzzleProgress } from '../browser/puzzle_progress.svelte'
import { triesToday } from '../browser/returning'
import { finished, resultOf, tables, whenTablesChange, type Remembered } from '../browser/saved_tables'
import { read, write } from '../browser/storage'
import { whenGamesAreKnown } from '../net/known_games'
import type { GameCard, ListedSeat } from '../protocol'
import type { Known, StageStart, Step, Stone } from './path'
import { ladder, MINUTES, MINUTES_A_DAY, MOST_RETURNING } from './path'
import { nextSteps, startOf, stageOf, stepsToday, stones, stonesWithReturns } from './path'

const PATH_KEY = 'rookery.path'
const MS_A_MINUTE = 60_000
const REVIEW_FOR = 3 * MS_A_DAY // an older game is not looked at again unasked

interface KeptPath {
  beaten: Record<string, string[]> // by slug: ids of levels, because tables leave their list some day
  starts: Record<string, StageStart> // by slug: of the stage in which the person is
  last: Record<string, number> // by slug: when something was done, ms since 1970
  days: number[] // since 1970, here: those on which something was done, in order
  minutes: number // on the last of them, without matches
}

class OwnPath {
  walking = $state(false) // the person goes from step to step
  #kept = $state.raw<KeptPath>(stored())
  #storable = true // false: storage is forbidden or full, and all is forgotten with the page
  #news = $state(0) // how often tables have changed

  constructor() {
    whenTablesChange(() => (this.#news += 1))
  }

  /** A person at a game. `judged`: there is an engine, without which nobody reviews games and judges moves. */
  known(game: GameCard, judged: boolean, now: number): Known {
    const { slug } = game
    const mine = this.#tables().filter((table) => table.slug === slug && table.keys.length > 0)
    const [last] = mine.filter(finished).sort((one, other) => other.standing!.at - one.standing!.at)
    const unreviewed = judged && last && !last.gone && !last.reviewed && last.standing!.at > now - REVIEW_FOR
    return {
      game,
      lessons: learnt.all(slug),
      puzzles: puzzleProgress.counts(slug).tried,
      back: puzzleProgress.due(slug, now),
      mistakes: judged ? mistakes.due(now, slug).length : 0,
      beaten: [...(this.#kept.beaten[slug] ?? []), ...mine.flatMap((table) => beatenAt(table, game))],
      table: mine.find((table) => !table.gone && !finished(table) && opponents(table).length > 0)?.id ?? '',
      unreviewed: unreviewed ? last.id : '',
      start: this.#kept.starts[slug] ?? null,
    }
  }

  /** Those games of which something was done, the last one first. */
  begun(games: readonly GameCard[]): GameCard[] {
    const touched = new Map(games.map((game) => [game.slug, this.#touched(game.slug)]))
    return games
      .filter(({ slug }) => touched.get(slug)! > 0)
      .sort((one, other) => touched.get(other.slug)! - touched.get(one.slug)!)
  }

  /** How many positions may still come back today. */
  room(now: number): number {
    const all = [...mistakes.all, ...puzzleProgress.missed]
    return Math.max(0, MOST_RETURNING - all.reduce((sum, one) => sum + triesToday(one, now), 0))
  }

  /** Minutes that were spent today. */
  spent(now: number): number {
    const today = dayOf(now)
    const own = this.#kept.days.at(-1) === today ? this.#kept.minutes : 0
    return own + MINUTES.match * this.#playedDays().filter((day) => day === today).length
  }

  /** Days in a row on which something was done. */
  daysInARow(now: number): number {
    return inARow([...this.#kept.days, ...this.#playedDays()], dayOf(now))
  }

  /** A step has been done. */
  did(slug: string, minutes: number, now = Date.now()): void {
    const before = this.#newest()
    const today = dayOf(now)
    const same = before.days.at(-1) === today
    this.#keep({
      ...before,
      last: { ...before.last, [slug]: now },
      days: withDay(before.days, today),
      minutes: minutes + (same ? before.minutes : 0),
    })
  }

  /** Keeps who was beaten, and when stages began. */
  note(games: readonly GameCard[]): void {
    const before = this.#newest()
    const beaten = { ...before.beaten }
    const starts = { ...before.starts }
    for (const game of games) {
      const known = this.known(game, false, Date.now())
      if (known.beaten.length > 0) beaten[game.slug] = [...new Set(known.beaten)]
      if (known.start?.stage !== stageOf(known) || isRound(known)) starts[game.slug] = startOf(known)
    }
    const after = { ...before, beaten, starts }
    if (JSON.stringify(after) !== JSON.stringify(before)) this.#keep(after)
  }

  #touched(slug: string): number {
    const played = this.#tables().filter((table) => table.slug === slug && table.keys.length > 0)
    const known = learnt.count(slug) + puzzleProgress.counts(slug).tried > 0 ? 1 : 0
    return Math.max(known, this.#kept.last[slug] ?? 0, ...played.map(({ when }) => when))
  }

  /** The days of the matches that are over, one for each of them. */
  #playedDays(): number[] {
    return this.#tables().flatMap((table) =>
      finished(table) && table.standing!.yours.length > 0 ? [dayOf(table.standing!.at)] : [],
    )
  }

  /** What was made of them is made again when they change. */
  #tables(): Remembered[] {
    void this.#news
    return tables()
  }

  /** Other windows may have changed it. */
  #newest(): KeptPath {
    return this.#storable ? stored() : this.#kept
  }

  #keep(path: KeptPath): void {
    this.#kept = path
    this.#storable = write(PATH_KEY, path)
  }
}

/** The paths of all games, for a page. */
export class Paths {
  #cards = $state.raw<GameCard[] | null>(null)
  failure = $state('')
  #judged = $state.raw<ReadonlySet<string> | null>(null) // slugs of games that an engine knows; null: not known yet
  #now = Date.now()

  /** Returns what ends it. */
  load = (): (() => void) => {
    void parlour.engine().catch(() => null) // what knows of it is asked while the games come
    const note = () => ownPath.note(this.#cards ?? [])
    const deaf = whenTablesChange(note)
    const end = whenGamesAreKnown(
      (all) => {
        this.#cards = all
        note()
        void judgedOf(all).then((judged) => (this.#judged = judged))
      },
      (words) => (this.failure = words),
    )
    return () => {
      deaf()
      end()
    }
  }

  /** All games; null: they are not known yet. */
  get cards(): GameCard[] | null {
    return this.#judged === null ? null : this.#cards
  }

  known(game: GameCard): Known {
    return ownPath.known(game, this.#judged?.has(game.slug) === true, this.#now)
  }

  stonesWithReturns(game: GameCard): Stone[] {
    return stonesWithReturns(this.known(game), ownPath.room(this.#now))
  }

  /** Those games of which something was done, the last one first; the easiest one, if there is none. */
  get begun(): GameCard[] {
    const games = this.cards ?? []
    const begun = ownPath.begun(games)
    return begun.length > 0 ? begun : games.slice(0, 1)
  }

  /** The steps that are left of today. */
  get today(): Step[] {
    const now = this.#now
    const left = MINUTES_A_DAY - ownPath.spent(now)
    const all = this.begun.map((game) => this.known(game))
    return stepsToday(all, left, ownPath.room(now))
  }

  /** The next steps at a game; none, as long as it is not known. */
  next(slug: string): Step[] {
    const game = this.cards?.find((card) => card.slug === slug)
    return game ? nextSteps(this.known(game), ownPath.room(this.#now)) : []
  }
}

/** The slugs of those games that an engine knows. */
async function judgedOf(games: readonly GameCard[]): Promise<ReadonlySet<string>> {
  const engines = await Promise.all(games.map(({ slug }) => parlour.engine(slug).catch(() => null)))
  return new Set(games.flatMap(({ slug }, i) => (engines[i] ? [slug] : [])))
}

/** All of a stage after the last opponent has been done. */
function isRound(known: Known): boolean {
  return stageOf(known) >= Math.max(1, ladder(known.game).length) && stones(known).every(({ done }) => done)
}

/** The levels of those who sat there beside the person here; none, unless all of them are bots. */
function opponents({ standing }: Remembered): string[] {
  if (!standing) return []
  const others = standing.seats.filter((_, seat) => !standing.yours.includes(seat))
  return others.every(isBot) ? others.map(({ level }) => level) : []
}

/** A stand-in is none. Older pages kept no kind; a bot has no name. */
function isBot({ kind, level, name }: ListedSeat): boolean {
  return kind ? kind === 'bot' : level !== '' && name === ''
}

/** The level that was beaten there: of several the one that is met first, and the first of all if one had a lead. */
function beatenAt(table: Remembered, game: GameCard): string[] {
  const { standing } = table
  if (!standing || resultOf(standing) !== 'won') return []
  if (standing.yours.some((seat) => standing.seats[seat]?.level !== '')) return [] // a stand-in has won
  const met = opponents(table)
  const level = ladder(game).find(({ id }) => met.includes(id) || (table.taught && met.length > 0))
  return level ? [level.id] : []
}

/** The day as it is counted where the person is. */
function dayOf(now: number): number {
  return Math.floor((now - new Date(now).getTimezoneOffset() * MS_A_MINUTE) / MS_A_DAY)
}

/** What is stored may be older than this page, or somebody else's. */
function stored(): KeptPath {
  const found = read<Partial<KeptPath> | null>(PATH_KEY, null)
  const object = <T>(one: Record<string, T> | undefined) => (typeof one === 'object' && one !== null ? one : {})
  const starts = Object.entries(object(found?.starts)).filter(
    ([, one]) => one && [one.stage, one.lessons, one.puzzles].every(Number.isInteger),
  )
  return {
    beaten: Object.fromEntries(Object.entries(object(found?.beaten)).filter(([, one]) => Array.isArray(one))),
    starts: Object.fromEntries(starts),
    last: Object.fromEntries(Object.entries(object(found?.last)).filter(([, one]) => Number.isFinite(one))),
    days: Array.isArray(found?.days) ? found.days.filter(Number.isInteger) : [],
    minutes: Number.isFinite(found?.minutes) ? found!.minutes! : 0,
  }
}

export const ownPath = new OwnPath()

/** A puzzle that is shown: its board, the try at it, and what is counted of that. */
import { puzzleProgress } from '../browser/puzzle_progress.svelte'
import { ownPath } from '../learn/own_path.svelte'
import { MINUTES } from '../learn/path'
import { puzzleCard } from '../net/api'
import { RefusedError } from '../net/requests'
import type { PuzzleCard } from '../protocol'
import { StudyTable } from '../study/study_table.svelte'
import { PuzzleTry } from './puzzle_try.svelte'

const NO_LONGER = ['UnknownPuzzle', 'NotFound'] // what a server and a folder of files say of a puzzle that they no longer have

/** A day, and the keys of the puzzles that a game has on it. */
export interface DayOfGame {
  day: number
  keys: string[]
}

export class OpenPuzzle {
  card = $state.raw<PuzzleCard | null>(null) // null: it has not come yet
  table = $state.raw<StudyTable | null>(null)
  trial = $state.raw<PuzzleTry | null>(null)
  failure = $state.raw<Error | null>(null)
  change = $state<number | null>(null) // of the rating; null: this puzzle was tried before
  returned = $state(false) // it was missed, and has come back
  #key = '' // of the one that was asked for last

  /** `day`: today's puzzles of the game; null: it is not known, or the game has none. */
  constructor(
    readonly slug: string,
    readonly day: () => DayOfGame | null,
  ) {}

  get ofToday(): boolean {
    return this.day()?.keys.includes(this.#key) ?? false
  }

  /** Shows another one. `besides`: what has to come with it. */
  async open(key: string, besides: Promise<void> = Promise.resolve()): Promise<void> {
    this.#key = key
    this.failure = this.trial = this.card = null
    this.change = null
    this.returned = puzzleProgress.returning(this.slug, key, Date.now()) !== undefined
    try {
      const [card] = await Promise.all([puzzleCard(this.slug, key), besides])
      if (this.#key !== key) return // the person went on in the meantime
      this.#end()
      const table = new StudyTable(this.slug, card.board, card.seat)
      this.table = table
      await table.go([])
      if (this.#key !== key) return table.end()
      this.card = card
      this.trial = new PuzzleTry(table, card, this.#counted, this.#found)
    } catch (error) {
      if (this.returned && error instanceof RefusedError && NO_LONGER.includes(error.code))
        puzzleProgress.drop(this.slug, key)
      if (this.#key === key) this.failure = error as Error
    }
  }

  /** Whatever has not come yet is not shown any more. */
  close(): void {
    this.#key = ''
    this.#end()
  }

  #end(): void {
    this.trial?.end()
    this.table?.end()
  }

  #counted = (alone: boolean): void => {
    const { card, slug } = this
    if (!card) return
    const fresh = puzzleProgress.result(slug, card.key) === undefined
    if (!fresh && !this.returned) return
    ownPath.did(slug, MINUTES.puzzle)
    if (fresh) this.change = puzzleProgress.tried(slug, [card.key, card.rating], alone, this.day()?.day)
    else void reschedule(slug, card.key, alone)
  }

  #found = (shown: boolean): void => {
    const { card, table } = this
    if (!card || !table) return
    puzzleProgress.foundLater(this.slug, card.key)
    if (this.ofToday && !shown) puzzleProgress.foundOn(this.day()!.day)
    table.go([card.solution]).catch((error: Error) => (this.failure = error))
  }
}

/** Without the file that says when, it stays due. */
async function reschedule(slug: string, key: string, alone: boolean): Promise<void> {
  const now = Date.now()
  const one = puzzleProgress.returning(slug, key, now)
  const schedule = await import('../browser/schedule').catch(() => null)
  if (one && schedule) puzzleProgress.triedAgain(slug, key, schedule.afterTry(one, alone, now))
}

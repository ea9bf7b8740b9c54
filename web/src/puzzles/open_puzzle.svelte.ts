/** A puzzle that is shown: its board, the try at it, and what is counted of that. */
import { puzzleCard } from '../net/api'
import type { PuzzleCard } from '../protocol'
import { StudyTable } from '../study/study_table.svelte'
import { puzzleProgress } from './puzzle_progress.svelte'
import { PuzzleTry } from './puzzle_try.svelte'

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
    if (!card || puzzleProgress.result(slug, card.key) !== undefined) return
    this.change = puzzleProgress.tried(slug, [card.key, card.rating], alone, this.day()?.day)
  }

  #found = (shown: boolean): void => {
    const { card, table } = this
    if (!card || !table) return
    puzzleProgress.foundLater(this.slug, card.key)
    if (this.ofToday && !shown) puzzleProgress.foundOn(this.day()!.day)
    table.go([card.solution]).catch((error: Error) => (this.failure = error))
  }
}

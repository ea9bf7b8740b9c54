/** The words for the moves of a table that a server tells as numbers, and how they are found for those that came before. */
import type { ToldAction } from '../painting/painter'
import type { Client, Entry, Moment } from '../protocol'
import { isSecret } from '../text/move_text'

const MOST_LOOKS = 8 // positions that are asked for, in one game

export class ToldWords {
  readonly #told = new Map<number, ToldAction>() // by ply
  readonly #tried = new Set<number>() // plies of positions that were asked for
  #asked: number | null = null // of them, the one that has not come yet
  #moves: readonly Entry[] = []
  #takebacks = 0

  /** The entry in words, if they are known. */
  readonly of = (entry: Entry): Entry => ({ ...entry, ...(this.#knows(entry) ? this.#told.get(entry.ply) : {}) })

  /** All moves have come, maybe on a new connection, after an answer was lost with the last one. Asks for the position
   * before the first move without words. */
  welcomed(moves: readonly Entry[], { takebacks }: Moment, ask: (message: Client) => boolean): void {
    if (takebacks !== this.#takebacks) {
      this.#told.clear()
      this.#tried.clear()
    }
    if (this.#asked !== null) this.#tried.delete(this.#asked)
    this.#asked = null
    this.#takebacks = takebacks
    this.#moves = moves
    this.#next(ask)
  }

  /** `told`: by a game that nobody knows. Who moved, and when, is for the server to say. */
  heard(moves: readonly Entry[], told: readonly (ToldAction | null)[]): void {
    moves.forEach(({ ply }, i) => {
      const { text, words, spots } = told[i] ?? {}
      if (typeof text === 'string' && typeof words === 'string')
        this.#told.set(ply, { text, words, spots: Array.isArray(spots) ? spots.map(String) : [] })
    })
  }

  /** The moves that follow a position which was asked for here, up to the first secret one; null: it was not. */
  following({ ply }: Moment): readonly Entry[] | null {
    if (ply !== this.#asked) return null
    const after = this.#moves.filter((move) => move.ply > ply)
    const secret = after.findIndex(isSecret)
    return secret < 0 ? after : after.slice(0, secret + 1)
  }

  /** The answer has been used. Returns whether nothing more is asked for. */
  answered(ask: (message: Client) => boolean): boolean {
    this.#asked = null
    return !this.#next(ask)
  }

  /** What was secret may be told by now. */
  #knows(entry: Entry): boolean {
    const told = this.#told.get(entry.ply)
    return told !== undefined && isSecret({ ...entry, ...told }) === isSecret(entry)
  }

  #next(ask: (message: Client) => boolean): boolean {
    const first = this.#moves.find((move) => !this.#knows(move) && !this.#tried.has(move.ply - 1))
    if (!first || this.#asked !== null || this.#tried.size >= MOST_LOOKS) return false
    const ply = first.ply - 1
    if (!ask({ type: 'look', ply })) return false
    this.#tried.add(ply)
    this.#asked = ply
    return true
  }
}

/** The number of an action; -1: it is secret. */
export const actionOf = (entry: Entry): number => (isSecret(entry) ? -1 : Number(entry.text))

/** Positions on which a game is studied: the page plays the actions itself, and shows what a seat may know. */
import type { BoardCard, Entry, Scene } from '../protocol'
import type { Layout } from '../python/runtime'
import type { ShownMoment } from '../state'
import type { GameCode, GameState } from '../game/game_code'
import { cycled, sketched } from './sketch'
import { preview } from '../game/drawing'
import { CHANCE, GameView, SPECTATOR } from '../game/game_view'
import { entry, moment } from '../game/still_views'

/** What chance can bring. */
export interface BoardDraw {
  action: number
  words: string
  chance: number // 0 .. 1
}

export class StudyBoard {
  #way: readonly number[] = [] // played last
  #positions: GameView[] // on that way; the first is the beginning

  /** `eyes`: the seat whose view is shown; null: all hands are open, and the view of the seat that decides is shown. */
  constructor(
    readonly card: BoardCard,
    readonly code: GameCode,
    readonly eyes: number | null,
  ) {
    this.#positions = [GameView.ofCard(code, card)]
  }

  /** The positions on a way, from the beginning. Throws an Error with a sentence. */
  #along(way: readonly number[]): readonly GameView[] {
    let known = 0
    while (known < way.length && way[known] === this.#way[known]) known += 1
    const found = this.#positions.slice(0, known + 1)
    for (const action of way.slice(known)) {
      const here = found.at(-1)!
      if (!here.legal_actions.includes(action)) throw new Error(`Move ${found.length} is not possible there.`)
      found.push(here.after(action))
    }
    this.#way = way
    this.#positions = found
    return found
  }

  /** The actions that can still be played, if the game has changed. Throws if even its beginning cannot be shown. */
  playable(way: readonly number[]): readonly number[] {
    for (let kept = way; ; kept = kept.slice(0, -1)) {
      try {
        this.at(kept)
        return kept
      } catch (error) {
        if (kept.length === 0) throw error
      }
    }
  }

  /** The fields of the position after these actions. Throws an Error with a sentence. */
  numbers(way: readonly number[]): { layout: Layout; numbers: GameState } {
    return { layout: this.code.layout, numbers: this.at(way).numbers }
  }

  /** A position as text. */
  text(numbers: GameState): string {
    return this.code.position_text(numbers)
  }

  /** The picture of a position that somebody sets up; null: it cannot be drawn. */
  sketch(numbers: GameState): Scene | null {
    try {
      return sketched(this.code, numbers, this.card.seats.length)
    } catch {
      return null
    }
  }

  /** The position with what comes next on a spot; null: no single number draws it. */
  cycled(numbers: GameState, spot: string): GameState | null {
    return cycled(this.code, numbers, this.card.seats.length, spot)
  }

  /** What the seat would see that decides after these actions, after one more. */
  preview(way: readonly number[], action: number): Scene {
    const position = this.at(way)
    const eyes = this.eyes ?? position.mover ?? SPECTATOR
    return preview(position.seenBy(eyes), action, this.eyes ?? 0)
  }

  /** Why a click on a spot does nothing after these actions and the clicks in `path`; "" if it does something. */
  explain(way: readonly number[], path: readonly string[], spot: string): string {
    return this.moments(way, way.length).at(-1)!.explain!(path, spot) as string
  }

  /** The position after these actions. Throws an Error with a sentence. */
  at(way: readonly number[]): GameView {
    return this.#along(way).at(-1)!
  }

  /** The words of the actions from number `seen` on. Throws an Error with a sentence. */
  entries(way: readonly number[], seen: number): Entry[] {
    const positions = this.#along(way)
    return way.slice(seen).map((action, i) => entry(positions[seen + i]!, action, seen + i + 1, this.eyes))
  }

  /** The positions after the actions from number `seen` on, or the last one; nobody is asked but there. */
  moments(way: readonly number[], seen: number): ShownMoment[] {
    const positions = this.#along(way)
    const last = positions.at(-1)!
    const eyes = this.eyes ?? positions.findLast(decided)?.mover ?? SPECTATOR
    const from = Math.min(seen + 1, way.length)
    return positions
      .slice(from)
      .map((position, i) => moment(position, from + i, eyes, position === last && last.mover === eyes, this.eyes ?? 0))
  }

  /** What chance can bring after these actions, the likeliest first; empty if the seat does not know it. */
  draws(way: readonly number[]): BoardDraw[] {
    const here = this.at(way)
    if (here.mover !== CHANCE || here.viewer !== null) return []
    if (this.eyes !== null && !here.foresees(this.eyes)) return []
    const { odds } = here
    const all = odds.reduce((sum, weight) => sum + weight, 0)
    const found = here.legal_actions.map((action, i) => ({
      action,
      words: here.words(action),
      chance: odds[i]! / all,
    }))
    return found.sort((one, other) => other.chance - one.chance)
  }

  /** Draws until a seat decides, or the game is over. No game depends on these draws. */
  drawn(way: readonly number[]): number[] {
    const actions: number[] = []
    let here = this.at(way)
    while (here.mover === CHANCE) {
      const action = chosen(here)
      actions.push(action)
      here = here.after(action)
    }
    return actions
  }
}

function decided({ mover }: GameView): boolean {
  return mover !== null && mover !== CHANCE
}

function chosen({ legal_actions: actions, odds }: GameView): number {
  let left = Math.random() * odds.reduce((sum, weight) => sum + weight, 0)
  const found = odds.findIndex((weight) => (left -= weight) < 0)
  return actions[found < 0 ? actions.length - 1 : found]!
}

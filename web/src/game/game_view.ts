/** What a seat may know of a position, as the code of a game takes it (Position of core/position.py). */
import type { BoardCard } from '../protocol'
import { copied, readState } from '../python/runtime'
import type { GameCode, GameState, SeenPosition } from './game_code'
import { fromBase64 } from './view_runs'

export const SPECTATOR = -1
export const CHANCE = -1
const OVER = -2 // mover: the game has ended

export interface GameOutcome {
  utilities: number[]
  winners: number[]
  words: string
  reason: string
}

export class GameView implements SeenPosition {
  readonly states: GameState[]
  readonly mover: number | null // a seat, CHANCE, or null: the game is over
  readonly is_over: boolean
  readonly legal_actions: readonly number[] // empty in the view of a seat that does not decide

  /** `numbers`: the state as the viewer may know it; `viewer`: a seat, SPECTATOR, or null: everything is known. */
  constructor(
    readonly code: GameCode,
    readonly numbers: GameState,
    readonly viewer: number | null,
    readonly players: number,
  ) {
    this.states = [numbers]
    const mover = code.mover(numbers)
    this.mover = mover === OVER ? null : mover
    this.is_over = mover === OVER
    const decides = viewer === null || (viewer !== SPECTATOR && viewer === mover)
    this.legal_actions = decides && !this.is_over ? legal(code, numbers) : []
  }

  /** The view that a server sent. Throws RangeError for bytes of another game, as far as their number tells. */
  static read(code: GameCode, bytes: Uint8Array, viewer: number | null, players: number): GameView {
    return new GameView(code, readState(code.layout, bytes), viewer, players)
  }

  /** The position of a card. Throws RangeError, too. */
  static ofCard(code: GameCode, { view, viewer, seats }: BoardCard): GameView {
    return GameView.read(code, fromBase64(view), viewer, seats.length)
  }

  /** What a seat (or SPECTATOR) may know of it. */
  seenBy(seat: number): GameView {
    if (this.viewer !== null) return this
    const numbers = copied(this.numbers) as GameState
    this.code.hide(numbers, seat)
    return new GameView(this.code, numbers, seat, this.players)
  }

  /** The same after a legal action. */
  after(action: number): GameView {
    const numbers = copied(this.numbers) as GameState
    this.code.play(numbers, action)
    return new GameView(this.code, numbers, this.viewer, this.players)
  }

  /** The weight of each legal action if chance moves, not normalised; else empty. */
  get odds(): number[] {
    const { code, numbers, legal_actions: actions } = this
    if (this.mover !== CHANCE) return []
    const weights = Array<number>(actions.length).fill(0)
    code.weights(numbers, [...actions], actions.length, weights)
    return weights
  }

  /** Whether a seat knows every outcome that chance can bring here, and its odds. */
  foresees(seat: number): boolean {
    const { code, players } = this
    const seen = new GameView(code, this.seenBy(seat).numbers, null, players)
    const known = ({ mover, legal_actions, odds }: GameView) => JSON.stringify([mover, legal_actions, odds])
    return known(seen) === known(this) && this.legal_actions.every((action) => this.tells(action, seat))
  }

  /** Whether a seat may learn which action it is when it is played here. */
  tells(action: number, seat: number): boolean {
    return this.code.knows(this.numbers, action, seat)
  }

  /** A legal action in words, to be read aloud. */
  words(action: number): string {
    return this.code.action_words(this.numbers, action)
  }

  /** A legal action in notation. */
  text(action: number): string {
    return this.code.action_text(this.numbers, action)
  }

  /** How the game ended; null if it is not over. */
  get outcome(): GameOutcome | null {
    if (!this.is_over) return null
    const { code, numbers } = this
    const utilities = Array<number>(this.players).fill(0)
    code.utilities(numbers, utilities)
    return {
      utilities,
      winners: utilities.flatMap((utility, seat) => (utility > 0 ? [seat] : [])),
      words: code.outcome_words(numbers),
      reason: code.outcome_reason?.(numbers) ?? '',
    }
  }
}

function legal(code: GameCode, numbers: GameState): number[] {
  const actions = Array<number>(code.most_legal).fill(0)
  return actions.slice(0, code.legal(numbers, actions))
}

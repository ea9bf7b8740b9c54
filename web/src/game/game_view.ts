/** What a seat may know of a position, as the code of a game takes it (Position of core/position.py). */
import { copied, readState } from '../python/runtime'
import type { GameCode, GameState, SeenPosition } from './game_code'

export const SPECTATOR = -1
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

  /** The view that a server sent. Throws RangeError if there are too few bytes. */
  static read(code: GameCode, bytes: Uint8Array, viewer: number | null, players: number): GameView {
    return new GameView(code, readState(code.layout, bytes), viewer, players)
  }

  /** The same after a legal action. */
  after(action: number): GameView {
    const numbers = copied(this.numbers) as GameState
    this.code.play(numbers, action)
    return new GameView(this.code, numbers, this.viewer, this.players)
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

/** Positions outside a table, as the board shows them. */
import type { Entry } from '../protocol'
import { packedState } from '../python/packed_states'
import type { ShownMoment } from '../state'
import { boardOf } from './drawing'
import { CHANCE, SPECTATOR, type GameView } from './game_view'
import { toBase64 } from './view_runs'

/** An action as a seat may hear of it; `eyes`: null: nothing is secret. */
export function entry(before: GameView, action: number, ply: number, eyes: number | null): Entry {
  const known = eyes === null || before.tells(action, eyes)
  const heard = eyes === null ? before : before.seenBy(eyes)
  const seat = before.mover === CHANCE ? null : before.mover
  const { code } = before
  return {
    ply,
    seat,
    text: known ? heard.text(action) : '?',
    words: known ? heard.words(action) : (code.secret_words?.(heard.numbers) ?? ''),
    remark: '',
    spots: known && seat !== null ? [...code.touched(before.seenBy(seat), action)] : [],
  }
}

/** A position as a seat (or SPECTATOR) may see it. `asked`: whether the seat is to decide there. */
export function moment(position: GameView, ply: number, eyes: number, asked: boolean, facing: number): ShownMoment {
  const { outcome, mover } = position
  const seen = position.seenBy(eyes)
  return {
    ply,
    takebacks: 0,
    mover: mover === CHANCE ? null : mover,
    over: position.is_over,
    winners: outcome?.winners ?? [],
    reason: outcome?.reason ?? '',
    seen_by: eyes === SPECTATOR ? null : eyes,
    given_up: false,
    words: '',
    view: toBase64(packedState(position.code.layout, seen.numbers)),
    ...boardOf(seen, facing, asked),
  }
}

/** A review in words. */
import type { Judgement, SeatReview } from '../engine/engine_types'
import { percent } from '../text/english'

/** "Move 17" of all that seats have played up to a ply; draws do not count. */
export function moveNumber(movers: readonly number[], ply: number): number {
  return movers.slice(0, ply).filter((mover) => mover >= 0).length
}

/** What a seat's decisions and draws did, in one sentence each. */
export function seatText({ decisions, lost, luck }: SeatReview): string[] {
  if (decisions === 0) return ['There was nothing to decide.']
  const each = (100 * lost) / decisions
  const gave = each < 0.05 ? 'The moves gave nothing away.' : `On average a move gave away ${each.toFixed(1)}%.`
  if (Math.abs(luck) < 0.005) return [gave]
  return [gave, luck > 0 ? `The draws added ${percent(luck)}.` : `The draws took ${percent(-luck)}.`]
}

/** How sure the engine is of a mistake. */
export function sureText({ proved, margin }: Judgement): string {
  return proved ? 'This is proved.' : `Give or take ${percent(margin)}.`
}

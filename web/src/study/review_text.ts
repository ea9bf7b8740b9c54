/** A review in words. */
import type { Judgement, SeatReview } from '../engine/engine_types'
import { percent } from '../text/english'

export type MoveMark = Judgement['mark']

export const MARKS: Record<MoveMark, { sign: string; words: string }> = {
  best: { sign: '', words: 'the best move' },
  good: { sign: '', words: 'a good move' },
  inaccuracy: { sign: '?!', words: 'an inaccuracy' },
  mistake: { sign: '?', words: 'a mistake' },
  blunder: { sign: '??', words: 'a blunder' },
}
const LEAST_DOUBT = 0.02 // less is not worth a sentence

/** "Move 17" of all that seats have played up to a ply; draws do not count. */
export function moveNumber(movers: readonly number[], ply: number): number {
  return movers.slice(0, ply).filter((mover) => mover >= 0).length
}

/** What a seat's decisions and draws did, in one sentence each. `who`: "you", or "they" of another seat. */
export function seatText({ decisions, lost, luck }: SeatReview, who: 'you' | 'they'): string[] {
  if (decisions === 0) return ['There was nothing to decide.']
  const each = (100 * lost) / decisions
  const gave =
    each < 0.05
      ? 'The moves gave nothing away.'
      : `On average a move gave away ${each.toFixed(1)}% of the chance to win.`
  if (Math.abs(luck) < 0.005) return [gave]
  const whom = who === 'you' ? 'you' : 'them'
  const size = Math.abs(luck) > 1 ? 'a whole game and more' : percent(Math.abs(luck))
  return [gave, luck > 0 ? `Luck brought ${whom} ${size}.` : `Luck cost ${whom} ${size}.`]
}

/** How sure the engine is of a mistake; nothing where that goes without saying. */
export function sureText({ proved, margin }: Judgement): string {
  if (proved) return 'This is proved.'
  return margin < LEAST_DOUBT ? '' : `Give or take ${percent(margin)}.`
}

/** Reasons are written to the player who decided: of another seat, they are told. */
export function reasonText(reason: string, who: 'you' | 'they'): string {
  return who === 'you' ? reason : reason.replace(/\byour\b/g, 'their').replace(/\byou\b/g, 'them')
}

/** The move that decided a game. */
import type { Review, ReviewAnswer } from '../engine/engine_types'
import { moveNumber } from './review_text'

const LEAST = 0.1 // of the chances: a game whose every move changed less was not decided by one
const HALF = 0.5 // from then on the winner was more likely to win than all others together

/** The ply after which the chances of whoever won were above a half for good, and that raised them most for good; null if
 *  there is none, or if the game has no single winner. A team wins or loses as one. */
export function turningPoint({ start, points, result }: Review): number | null {
  if (!result) return null
  const winner = result.indexOf(1)
  const lost = result.every((share) => share === 0)
  if (winner < 0 && !lost) return null
  const chances = [start, ...points.map((point) => point.chances)].map((all) => (lost ? 1 - all[0]! : all[winner]!))
  let best: number | null = null
  let [most, lowest] = [LEAST, 1] // by how much it raised them for good; the lowest chance after it
  for (const [i, { ply }] of [...points.entries()].reverse()) {
    lowest = Math.min(lowest, chances[i + 1]!)
    if (lowest <= HALF) break
    if (lowest - chances[i]! > most) [most, best] = [lowest - chances[i]!, ply]
  }
  return best
}

/** "It was decided at move 14: Small red gleeb to b2". `ply`: the turning point. */
export function decidedText({ moves, movers }: ReviewAnswer, ply: number): string {
  const move = moves.find((one) => one.ply === ply)
  const number = moveNumber(movers, ply)
  return move ? `It was decided at move ${number}: ${move.words}` : `Chance decided it, after move ${number}`
}

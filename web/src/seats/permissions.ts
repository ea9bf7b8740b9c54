/** What the players at this page may do now, besides playing: resign, play on elsewhere, take back, agree to that. */
import type { Entry, Moment, TableCard } from '../protocol'

/** Whether this page plays one of two opponents, and can resign. */
export function mayResign(card: TableCard, newest: Moment | null): boolean {
  const mine = card.seats.filter((seat) => seat.yours).length
  return (
    card.begun && newest !== null && !newest.over && card.seats.length === 2 && !card.game.cooperative && mine === 1
  )
}

/** The ply from which another table can go on: the one on show, or the last one of a game that somebody resigned.
 *  Null if there is none, and while anything in the game is secret. */
export function branchPly(card: TableCard, newest: Moment | null, looking: number | null): number | null {
  if (!card.begun || newest === null || (card.game.hidden && !newest.over)) return null
  return looking ?? (newest.given_up ? newest.ply : null)
}

/** Whether this page may have something to take back; the server decides. */
export function canTakeBack(card: TableCard, moves: readonly Entry[], over: boolean): boolean {
  if (over || hasAskedForTakeback(card)) return false
  return moves.some(
    (entry) => entry.ply > (card.luck?.pledge.since ?? 0) && entry.seat !== null && card.seats[entry.seat]?.yours,
  )
}

/** Whether somebody here has asked to take back, and no answer has come. */
export function hasAskedForTakeback({ asked, seats }: TableCard): boolean {
  return asked !== null && asked.seats.some((seat) => seats[seat]?.yours)
}

/** Whether somebody here is asked whether another one may take back, and has not answered. */
export function isAskedForTakeback({ asked, seats }: TableCard): boolean {
  return asked !== null && asked.of.some((seat) => seats[seat]?.yours)
}

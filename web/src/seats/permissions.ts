/** What the players at this page may do now, besides playing: resign, play on elsewhere, take back, agree to that. */
import type { Entry, Moment, TableCard } from '../protocol'

/** Whether somebody here may resign: the game goes on, it has two opponents, and this page plays one of them. */
export function mayResign(card: TableCard, newest: Moment | null): boolean {
  const mine = card.seats.filter((seat) => seat.yours).length
  return (
    card.begun &&
    newest !== null &&
    !newest.over &&
    !card.closed &&
    card.seats.length === 2 &&
    !card.game.cooperative &&
    mine === 1
  )
}

/** Whether everybody who plays is at this page, or a bot. The server gives no hints elsewhere, either. */
export function allPlayHere(card: TableCard): boolean {
  if (card.closed || card.rating?.rated) return false // others play with the same draws; nobody is helped
  return (
    card.begun && card.seats.some((seat) => seat.yours) && card.seats.every((seat) => seat.yours || seat.kind === 'bot')
  )
}

/** The ply from which this page may play on at another table: the one that it browses, or the last one of a game that a
 *  player gave up or lost on time. Null if there is none, and while a game with secrets or a rated one goes on. */
export function branchPly(card: TableCard, newest: Moment | null, browsing: number | null): number | null {
  if (!card.begun || newest === null || card.closed) return null
  if ((card.game.hidden || card.rating?.rated) && !newest.over) return null
  return browsing ?? (newest.given_up ? newest.ply : null)
}

/** Whether this page may ask to take back: the game goes on, a seat here has moved at this table, and none waits for an
 *  answer. The server may still refuse, as after a draw that somebody has seen. */
export function canTakeBack(card: TableCard, moves: readonly Entry[], over: boolean): boolean {
  if (over || card.closed || card.rating?.rated || hasAskedForTakeback(card)) return false
  return moves.some(
    (entry) => entry.ply > (card.luck?.pledge.since ?? 0) && entry.seat !== null && card.seats[entry.seat]?.yours,
  )
}

/** The ply before the last move of a seat here, from which another table can play on when the game is over; null: no
 *  seat here has moved. */
export function plyBeforeLastMove(card: TableCard, moves: readonly Entry[]): number | null {
  const last = moves.findLast(({ seat }) => seat !== null && card.seats[seat]?.yours)
  return last ? last.ply - 1 : null
}

/** Whether a seat here has asked to take back, and somebody has still to answer. */
export function hasAskedForTakeback({ asked, seats }: TableCard): boolean {
  return asked !== null && asked.seats.some((seat) => seats[seat]?.yours)
}

/** Whether a seat here has still to answer another one that has asked to take back. */
export function isAskedForTakeback({ asked, seats }: TableCard): boolean {
  return asked !== null && asked.of.some((seat) => seats[seat]?.yours)
}

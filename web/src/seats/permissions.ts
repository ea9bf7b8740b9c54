/** What the rules of the house allow around the end of a game. */
import type { Moment, TableCard } from '../protocol'

/** Whether this page is one of two opponents, and can give up. */
export function mayResign(card: TableCard, newest: Moment | null): boolean {
  const mine = card.seats.filter((seat) => seat.yours).length
  return (
    card.begun && newest !== null && !newest.over && card.seats.length === 2 && !card.game.cooperative && mine === 1
  )
}

/** The ply from which another table can go on: the one that is looked at, or the last one of a game that was given up.
 *  Null where there is none, and while anything in the game is a secret. */
export function branchPly(card: TableCard, newest: Moment | null, looking: number | null): number | null {
  if (!card.begun || newest === null || (card.game.hidden && !newest.over)) return null
  return looking ?? (newest.given_up ? newest.ply : null)
}

/** What the rules of the house allow around the end of a game. */
import type { Moment, TableCard } from '../protocol'

/** Whether this page is one of two opponents, and can give up. */
export function mayResign(card: TableCard, newest: Moment | null): boolean {
  const mine = card.seats.filter((seat) => seat.yours).length
  return card.begun && newest !== null && !newest.over && card.seats.length === 2 && !card.game.cooperative && mine === 1
}

/** Whether another table can go on from a position of this one: not while anything in it is a secret. */
export function mayBranch(card: TableCard, newest: Moment | null): boolean {
  return card.begun && newest !== null && (newest.over || !card.game.hidden)
}

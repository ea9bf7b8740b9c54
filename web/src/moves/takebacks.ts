/** Texts about take-backs: who asks for one, what it would undo, and how the request ended. */
import type { Entry, TableCard } from '../protocol'
import { hasAskedForTakeback, isAskedForTakeback } from '../seats/permissions'
import { displayName } from '../text/seat_text'
import { list } from '../text/english'
import { isSecret } from '../text/move_text'

const names = (card: TableCard, seats: readonly number[]) =>
  list(seats.flatMap((seat) => (card.seats[seat] ? [displayName(card.seats[seat])] : [])))

/** What would be taken back: "the move “Small grue to b2”", possibly "and what came after it". */
function takenBackMoves(moves: readonly Entry[], plies: number): string {
  const first = moves[plies]
  const others = moves.slice(plies + 1).some((entry) => entry.seat !== null)
  const move = !first || isSecret(first) ? 'a move' : `the move “${first.words}”`
  return others ? `${move} and what came after it` : move
}

/** The request that waits for an answer, as this page words it; "" while there is none. */
export function takebackRequest(card: TableCard, moves: readonly Entry[]): string {
  const { asked } = card
  if (!asked) return ''
  const gone = takenBackMoves(moves, asked.plies)
  if (hasAskedForTakeback(card)) return `Waiting for ${names(card, asked.of)} to agree that you take back ${gone}.`
  const wish = `${names(card, asked.seats)} would like to take back ${gone}.`
  return isAskedForTakeback(card) ? `${wish} Agree?` : `${wish} Waiting for ${names(card, asked.of)}.`
}

/** A request was refused. `before`: the card that had it. */
export function takebackRefused(before: TableCard, moves: readonly Entry[]): string {
  return before.asked ? `Not taken back: ${takenBackMoves(moves, before.asked.plies)}.` : ''
}

/** The moves taken back, and whether to show the text as well as speak it: the player who took them back sees it. */
export function takenBack(
  card: TableCard,
  before: readonly Entry[],
  after: readonly Entry[],
): { words: string; shown: boolean } {
  const first = before.findIndex((entry, i) => entry.text !== after[i]?.text || entry.seat !== after[i].seat)
  const who = card.seats[before[first]?.seat ?? -1]
  if (!who || who.yours) return { words: `Taken back: ${takenBackMoves(before, first)}.`, shown: false }
  return { words: `${displayName(who)} took back ${takenBackMoves(before, first)}.`, shown: true }
}

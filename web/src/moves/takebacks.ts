/** Words about taking back: who asks for it, what would go, and what came of it. */
import type { AskedCard, Entry, TableCard } from '../protocol'
import { called, list, secret } from '../text/text'

const names = (card: TableCard, seats: readonly number[]) =>
  list(seats.flatMap((seat) => (card.seats[seat] ? [called(card.seats[seat])] : [])))

/** What would be taken back: "the move “Small grue to b2”", or that "and what came after it". */
function what(moves: readonly Entry[], plies: number): string {
  const first = moves[plies]
  const others = moves.slice(plies + 1).some((entry) => entry.seat !== null)
  const move = !first || secret(first) ? 'a move' : `the move “${first.words}”`
  return others ? `${move} and what came after it` : move
}

/** Whether this page asked. */
export function isMine(card: TableCard, asked: AskedCard): boolean {
  return asked.seats.some((seat) => card.seats[seat]?.yours)
}

/** Whether this page is asked, and has not answered yet. */
export function isAsked(card: TableCard): boolean {
  return card.asked !== null && card.asked.of.some((seat) => card.seats[seat]?.yours)
}

/** What is asked just now, as this page is told; "" while nothing is. */
export function wantsBack(card: TableCard, moves: readonly Entry[]): string {
  const { asked } = card
  if (!asked) return ''
  const gone = what(moves, asked.plies)
  if (isMine(card, asked)) return `Waiting for ${names(card, asked.of)} to agree that you take back ${gone}.`
  const wish = `${names(card, asked.seats)} would like to take back ${gone}.`
  return isAsked(card) ? `${wish} Agree?` : `${wish} Waiting for ${names(card, asked.of)}.`
}

/** Somebody said no. `before`: while it was still asked. */
export function refusedBack(before: TableCard, moves: readonly Entry[]): string {
  return before.asked ? `Not taken back: ${what(moves, before.asked.plies)}.` : ''
}

/** What was taken back, and whether it is to be read, too: who did it themselves see it. */
export function tookBack(
  card: TableCard,
  before: readonly Entry[],
  after: readonly Entry[],
): { words: string; told: boolean } {
  const first = before.findIndex((entry, i) => entry.text !== after[i]?.text || entry.seat !== after[i].seat)
  const who = card.seats[before[first]?.seat ?? -1]
  if (!who || who.yours) return { words: `Taken back: ${what(before, first)}.`, told: false }
  return { words: `${called(who)} took back ${what(before, first)}.`, told: true }
}

/** Whether this page has something to take back, as far as it can know. */
export function canTakeBack(card: TableCard, moves: readonly Entry[], over: boolean): boolean {
  if (over || (card.asked && isMine(card, card.asked))) return false
  return moves.some(
    (entry) => entry.ply > (card.luck?.pledge.since ?? 0) && entry.seat !== null && card.seats[entry.seat]?.yours,
  )
}

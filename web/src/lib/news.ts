/** What is said when a table has changed, but no move was played. */
import type { Entry, SeatCard, TableCard } from '../protocol'
import { wantsBack } from './takeback'
import { called, waiting } from './words'

/** "" when nothing need be said. */
export function news(before: TableCard, table: TableCard, moves: readonly Entry[]): string {
  const words = [waiting(table), wantsBack(table, moves)].filter((text, i) => text !== [waiting(before), wantsBack(before, moves)][i])
  words.push(...table.seats.map((seat, i) => standIn(before.seats[i], seat, table.times?.left[i] === 0)))
  if (table.next && !before.next) words.push('The rematch is set up.')
  return words.filter(Boolean).join(' ')
}

/** A bot sits down for somebody, or gets up again. */
function standIn(before: SeatCard | undefined, seat: SeatCard, late: boolean): string {
  if (!before || (before.level === '') === (seat.level === '')) return ''
  if (seat.level === '') return seat.yours ? 'You play again.' : `${called(seat)} plays again.`
  if (late) return `${seat.yours ? 'Your time' : `The time of ${called(seat)}`} is over; a bot plays on.`
  return `A bot plays for ${seat.yours ? 'you' : called(seat)} now.`
}

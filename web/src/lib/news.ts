/** What is said when a table has changed, but no move was played. */
import type { Entry, TableCard } from '../protocol'
import { wantsBack } from './takeback'
import { called, waiting } from './words'

/** "" when nothing need be said. */
export function news(before: TableCard, table: TableCard, moves: readonly Entry[]): string {
  const words = [waiting(table), wantsBack(table, moves)].filter((text, i) => text !== [waiting(before), wantsBack(before, moves)][i])
  const late = table.seats.find((seat, i) => seat.level !== '' && before.seats[i]?.level === '' && table.times?.left[i] === 0)
  if (late) words.push(`${late.yours ? 'Your time' : `The time of ${called(late)}`} is over; a bot plays on.`)
  return words.filter(Boolean).join(' ')
}

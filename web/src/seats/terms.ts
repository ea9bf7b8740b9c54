/** What the table has agreed on about time, spectators and ratings. */
import type { TableCard } from '../protocol'
import { atZero } from './stand_ins'
import { capital, list } from '../text/english'
import { displayName } from '../text/seat_text'

/** What holds while a rated game goes on. */
export const RATED_RULES = 'no hints, no taking back, no analysis or copies before the end'

/** "" if nothing. */
export function terms(table: TableCard): string {
  const { clock, time, delay, seats } = table
  const late = seats.some((seat) => seat.yours)
    ? `Spectators see it ${delay} moves late.`
    : `You see it ${delay} moves late.`
  return [ratedTerms(table), clock ? `${capital(time)}; ${atZero(table)}` : '', delay > 0 ? late : '']
    .filter(Boolean)
    .join(' ')
}

function ratedTerms({ rating, begun, seats }: TableCard): string {
  if (!rating) return ''
  if (rating.rated) return `Rated: ${RATED_RULES}.`
  if (!begun) return `Rated, if all agree: ${RATED_RULES}.`
  const missing = list(rating.missing.map((seat) => displayName(seats[seat]!)))
  return `Not rated: ${missing} began without agreeing with a name tag.`
}

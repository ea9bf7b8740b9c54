/** What the table has agreed on about time, spectators and ratings. */
import type { TableCard } from '../protocol'
import { atZero } from './stand_ins'
import { capital, list } from '../text/english'
import { displayName } from '../text/seat_text'

/** What holds while a rated game goes on. */
export const RATED_RULES = 'no hints, no taking back, and no analysis or download before the end'

/** "" if nothing. */
export function terms(table: TableCard): string {
  const { clock, contest, time, delay, seats } = table
  const late = seats.some((seat) => seat.yours)
    ? `Spectators see it ${delay} moves late.`
    : `You see it ${delay} moves late.`
  return [
    contestTerms(contest),
    ratedTerms(table),
    clock ? `${capital(time)}; ${atZero(table)}` : '',
    delay > 0 ? late : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Why a contest's table offers less than others. `contest`: "day 20783", "evening ID 1" */
function contestTerms(contest: string): string {
  if (contest === '') return ''
  const what = contest.startsWith('day ') ? 'Game of the day: you have one try' : 'Game of an evening'
  return `${what}. No hints, and no links or downloads before all have played.`
}

function ratedTerms({ rating, begun, seats }: TableCard): string {
  if (!rating) return ''
  if (rating.rated) return `Rated: ${RATED_RULES}.`
  if (!begun) return `Rated, if all agree: ${RATED_RULES}.`
  const missing = list(rating.missing.map((seat) => displayName(seats[seat]!)))
  return `Not rated: ${missing} began without agreeing with a name tag.`
}

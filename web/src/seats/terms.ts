/** What the table has agreed on about time and spectators. */
import type { TableCard } from '../protocol'
import { atZero } from './stand_ins'
import { capital } from '../text/english'

/** "" if nothing. */
export function terms(table: TableCard): string {
  const { clock, time, delay, seats } = table
  const late = seats.some((seat) => seat.yours)
    ? `Spectators see it ${delay} moves late.`
    : `You see it ${delay} moves late.`
  return [clock ? `${capital(time)}; ${atZero(table)}` : '', delay > 0 ? late : ''].filter(Boolean).join(' ')
}

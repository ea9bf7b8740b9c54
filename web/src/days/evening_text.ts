/** What is said of an evening. */
import type { EveningCard, EveningGuest, EveningTable } from '../protocol'
import { plural } from '../text/english'

/** "Ann", or "Guest 3" for a person without a name. */
export function guestName(guest: EveningGuest | undefined, number: number): string {
  return guest?.name || `Guest ${number + 1}`
}

/** Matchpoints: "2", "1½". */
export function pointsText(points: number): string {
  const half = points % 1 === 0 ? '' : '½'
  return `${points >= 1 || half === '' ? Math.floor(points) : ''}${half}`
}

/** What happens now, as this person sees it. `own`: the table where this person sits or sat last. */
export function stateText(card: EveningCard, own: EveningTable | undefined): string {
  const { guests, played, yours, hosting, next, over } = card
  const { rounds, tables } = card.plan
  const newest = played.at(-1)
  if (!newest) {
    if (yours === null) return 'Join. Seats are drawn by lot.'
    if (!hosting) return 'You have joined. The host begins the evening.'
    return guests.length < 2 ? 'Send the link to your guests.' : 'Begin when everybody is here.'
  }
  if (over) return 'The evening is over. All tables are open.'
  if (next > 0) return `Round ${played.length + 1} of ${rounds} begins in ${plural(Math.ceil(next / 1000), 'second')}.`
  const waiting = newest.tables.filter((table) => !table.over).length
  if (!own) return `Round ${played.length} of ${rounds}: ${waiting} of ${tables} tables are playing.`
  const seat = own.seats.findIndex(({ guest }) => guest === yours)
  const at = `table ${newest.tables.indexOf(own) + 1}, as ${card.roles[seat]}`
  if (!own.over) return `Round ${played.length} of ${rounds}: you sit at ${at}.`
  return `Your game is over. Results are told when ${waiting === 1 ? 'the last table has' : `the last ${waiting} tables have`} finished.`
}

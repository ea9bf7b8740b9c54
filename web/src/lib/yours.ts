/** How somebody's own tables stand, in words, and in which order they are shown. */
import type { YourTable } from '../protocol'
import { capital, list, together } from './words'

export function over(table: YourTable): boolean {
  return table.state === 'over'
}

/** Whether this browser's player is asked for a move, and no bot plays for them. */
export function myTurn({ state, turn, yours, seats }: YourTable): boolean {
  return state === 'playing' && turn !== null && yours.includes(turn) && seats[turn]?.level === ''
}

function sitterName({ seats }: YourTable, seat: number): string {
  const sitter = seats[seat]
  if (!sitter) return ''
  return sitter.name || (sitter.level === '' ? sitter.role : `${sitter.strength} bot`)
}

/** As it follows "with": a bot has an article. */
function inCompany(table: YourTable, seat: number): string {
  const name = sitterName(table, seat)
  return table.seats[seat]?.name === '' && table.seats[seat].level !== '' ? `the ${name}` : name
}

/** Who else sits there: "with Ann and the Easy bot"; "" where nobody does. */
export function company(table: YourTable): string {
  const others = table.seats.flatMap((seat, i) => (table.yours.includes(i) || (seat.open && seat.name === '') ? [] : [i]))
  return others.length > 0 ? `with ${list(others.map((seat) => inCompany(table, seat)))}` : ''
}

/** What matters most of it, in a few words. */
export function headline(table: YourTable): string {
  if (over(table)) return result(table)
  if (table.state === 'waiting') return 'Waiting for players'
  if (myTurn(table)) {
    const shared = table.yours.filter((seat) => table.seats[seat]?.level === '').length > 1
    return shared ? `${sitterName(table, table.turn!)} to move` : 'Your turn'
  }
  return table.turn === null ? 'In progress' : `${sitterName(table, table.turn)}’s turn`
}

/** How it came to that: "Nobody can jump any more, and the score is 4 to 0"; where nobody of these is me, who won. */
export function howItEnded(table: YourTable): string {
  return result(table) === 'Finished' || table.reason === '' ? table.words : capital(table.reason)
}

function result({ winners, yours, seats, cooperative }: YourTable): string {
  if (yours.length === 0 || (yours.length === seats.length && !cooperative)) return 'Finished'
  const won = yours.some((seat) => winners.includes(seat))
  if (cooperative) return together(won, true)
  if (!won) return winners.length > 0 ? 'You lost' : 'Draw'
  return winners.length > yours.length ? 'You shared the win' : 'You won'
}

function rank(table: YourTable): number {
  if (myTurn(table)) return 0
  return over(table) ? 2 : 1
}

/** My turn first, then what goes on, then what is over; in each the newest first. */
export function order(tables: readonly YourTable[]): YourTable[] {
  return [...tables].sort((a, b) => rank(a) - rank(b) || b.at - a.at)
}

/** How a browser's own tables stand, in words, and in which order they are shown. */
import type { ListedSeat, YourTable } from '../protocol'
import { isOver, type Remembered } from '../browser/saved_tables'
import { capital, list } from '../text/english'
import { commonResult } from '../text/turn_text'
import { listedName } from '../text/seat_text'

/** Whether it is this player's turn, and no bot plays for them. */
export function myTurn({ state, turn, yours, seats }: YourTable): boolean {
  return state === 'playing' && turn !== null && yours.includes(turn) && seats[turn]?.level === ''
}

/** A name as it follows "with": a bot gets an article. */
function inCompany(seat: ListedSeat): string {
  return seat.name === '' && seat.level !== '' ? `the ${listedName(seat)}` : listedName(seat)
}

/** The other players: "with Ann and the Easy bot"; "" where there are none. */
export function opponentsText(table: YourTable): string {
  const others = table.seats.filter((seat, i) => !table.yours.includes(i) && !(seat.open && seat.name === ''))
  return others.length > 0 ? `with ${list(others.map(inCompany))}` : ''
}

/** The most important thing about a table, in a few words. */
export function headline(table: YourTable): string {
  if (isOver(table)) return result(table)
  if (table.state === 'waiting') return 'Waiting for players'
  const mover = table.seats[table.turn ?? -1]
  if (!mover) return 'In progress'
  if (!myTurn(table)) return `${listedName(mover)}’s turn`
  const shared = table.yours.filter((seat) => table.seats[seat]?.level === '').length > 1
  return shared ? `${listedName(mover)} to move` : 'Your turn'
}

/** How it ended, the time control, and when something last happened there, as `when` writes it. */
export function detailsText(table: YourTable, when: Intl.DateTimeFormat): string {
  return [howItEnded(table), table.time, when.format(table.at)].filter(Boolean).join(' · ')
}

/** Why the game ended: "Nobody can jump any more, and the score is 4 to 0"; to a spectator, who won. */
export function howItEnded(table: YourTable): string {
  return result(table) === 'Finished' || table.reason === '' ? table.words : capital(table.reason)
}

function result({ winners, yours, seats, cooperative }: YourTable): string {
  if (yours.length === 0 || (yours.length === seats.length && !cooperative)) return 'Finished'
  const won = yours.some((seat) => winners.includes(seat))
  const alike = commonResult(seats.map(listedName), winners, cooperative, true)
  if (alike) return alike
  if (!won) return 'You lost'
  return winners.length > yours.length ? 'You shared the win' : 'You won'
}

/** Whether it is my turn there, as far as is known. */
export function waitsForMe({ standing, gone }: Remembered): boolean {
  return standing !== undefined && !gone && myTurn(standing)
}

function rank(table: Remembered): number {
  if (waitsForMe(table)) return 0
  if (table.gone) return 4
  if (!table.standing) return 2
  return isOver(table.standing) ? 3 : 1
}

/** My turn first, then games in progress, unknown, over and gone; within each the newest first. */
export function ordered(tables: readonly Remembered[]): Remembered[] {
  const since = ({ standing, when }: Remembered) => standing?.at ?? when
  return [...tables].sort((a, b) => rank(a) - rank(b) || since(b) - since(a))
}

/** What the page says of a seat: its name, who plays it, whether they are there. */
import type { ListedSeat, SeatCard } from '../protocol'

/** "Anna", the name of a bot's bird, or what the game calls the seat. */
export function displayName(seat: SeatCard): string {
  return seat.name || seat.bird || seat.role
}

/** Who plays a seat, in lists of tables: "Ann", "Easy bot", or what the game calls the seat. */
export function listedName(seat: ListedSeat): string {
  return seat.name || (seat.level === '' ? seat.role : `${seat.strength} bot`)
}

/** A few letters for each seat, where colours cannot tell them apart: "R", "B", "G"; "Bl" and "Br" where one letter is not enough. */
export function initials(seats: readonly SeatCard[]): string[] {
  for (let letters = 1; ; letters++) {
    const signs = seats.map(({ role }) => role.slice(0, letters))
    if (new Set(signs).size === signs.length || seats.every(({ role }) => role.length <= letters)) return signs
  }
}

/** Who or what plays a seat, and whether they are there. */
export function presence(seat: SeatCard): string {
  if (seat.kind === 'bot')
    return seat.name.toLowerCase().includes(seat.strength.toLowerCase()) ? 'Bot' : `${seat.strength} bot`
  if (seat.level !== '') return `Bot plays (${seat.strength})` // a narrow screen cuts off the end
  if (seat.yours) return 'You'
  if (seat.open) return 'Free'
  if (seat.here) return 'Here'
  return seat.came ? 'Away' : 'Not here yet'
}

/** Shown before the next player at this screen sees their secrets. */
export function handOverText(seat: SeatCard): string {
  return `Pass the device to ${seat.name && seat.name !== seat.role ? `${seat.name}, ${seat.role}` : seat.role}.`
}

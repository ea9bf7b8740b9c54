/** Small pieces of text that several parts of the page say. */
import type { Entry, GameCard, ListedSeat, Moment, Scene, SeatCard, TableCard } from '../protocol'

/** [2] -> "2 players", [2, 3, 4] -> "2–4 players", [1, 3] -> "1 or 3 players". */
export function players(counts: readonly number[]): string {
  const sorted = [...counts].sort((a, b) => a - b)
  const first = sorted[0] ?? 0
  const last = sorted.at(-1) ?? 0
  if (sorted.length === 1) return first === 1 ? '1 player' : `${first} players`
  const run = last - first === sorted.length - 1
  return `${run && sorted.length > 2 ? `${first}–${last}` : list(sorted.map(String), 'or')} players`
}

export function list(names: readonly string[], joint = 'and'): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} ${joint} ${names.at(-1)}`
}

/** Whose work a game is: its designers, or where it was published. */
export function credit(game: GameCard): string {
  return game.designers.length > 0 ? `By ${list(game.designers)}` : capital(game.publisher)
}

const EFFORTS = [
  '',
  'Learn it in a minute',
  'Easy to learn',
  'Some rules to learn',
  'Many rules to learn',
  'Takes an evening to learn',
]

/** How much there is to learn. */
export function effort(game: GameCard): string {
  return EFFORTS[game.weight] ?? ''
}

/** What the seats are called at a table of so many, with these options. */
export function roles(game: GameCard, count: number, options: Record<string, string> = {}): string[] {
  const renamed = game.renamed?.find(({ players, option, choice }) => players === count && options[option] === choice)
  return renamed?.seats ?? game.seats[count] ?? Array.from({ length: count }, (_, i) => `Seat ${i + 1}`)
}

/** "Anna" or, for a seat without a name, what the game calls it. */
export function called(seat: SeatCard): string {
  return seat.name || seat.role
}

/** A short sign for each seat, where colours cannot tell them apart: "R", "B", "G"; "Bl" and "Br" where one letter does not do. */
export function initials(seats: readonly SeatCard[]): string[] {
  for (let letters = 1; ; letters++) {
    const signs = seats.map(({ role }) => role.slice(0, letters))
    if (new Set(signs).size === signs.length || seats.every(({ role }) => role.length <= letters)) return signs
  }
}

/** What is said of a spot. */
export function spoken(scene: Scene, spot: string): string {
  return scene.spots.find(({ id }) => id === spot)?.words ?? ''
}

/** Whose turn it is, spoken. */
export function turn(table: TableCard, moment: Moment): string {
  if (!table.begun) return waiting(table) || moment.scene.caption
  if (moment.over) return `${verdict(table, moment)}. ${ending(table, moment)}`
  if (moment.mover === null) return moment.scene.caption
  const seat = table.seats[moment.mover]
  if (!seat) return moment.scene.caption
  if (!seat.yours || seat.level !== '') return `${called(seat)} to move.`
  const hotSeat = table.seats.filter((other) => other.yours && other.level === '').length > 1
  return hotSeat ? `${seat.role} to move.` : 'Your turn.'
}

/** How a game ended for all seats alike, to one of them ("You all won", "It is a draw") or to a spectator; "" where some
 *  have won and others have lost. */
export function forAll(
  seats: readonly string[],
  winners: readonly number[],
  cooperative: boolean,
  playing: boolean,
): string {
  const nobody = winners.length === 0
  const [only, ...others] = seats
  if (others.length > 0 && !cooperative) return nobody || winners.length === seats.length ? 'It is a draw' : ''
  const who = others.length > 0 ? (playing ? 'You all' : 'Everybody') : playing ? 'You' : only
  return `${who} ${nobody ? 'lost' : 'won'}`
}

/** Who has won, to who reads it: "You won", "You lost: Ann won", "Ann and Ben won". In the past, where a role in the
 *  plural ("Green and red") needs no other verb. */
export function verdict({ seats, game }: TableCard, { winners }: Moment): string {
  const mine = seats.filter((seat) => seat.yours)
  const won = seats.filter((seat) => winners.includes(seat.index))
  const alike = forAll(seats.map(called), winners, game.cooperative, mine.length > 0)
  if (alike) return alike
  const alone = mine.length === 1 // at this screen
  const names = [...won]
    .sort((a, b) => Number(b.yours) - Number(a.yours))
    .map((seat) => (alone && seat.yours ? 'You' : called(seat)))
  const who = `${list(names)} won`
  return alone && !won.includes(mine[0]!) ? `You lost: ${who}` : who
}

/** How the game ended, in a sentence that stands after the verdict. */
export function ending({ seats }: TableCard, { scene, winners, reason, given_up }: Moment): string {
  const loser = given_up ? seats.find((seat) => !winners.includes(seat.index)) : undefined
  if (!loser) return reason ? sentence(reason) : scene.caption
  const alone = seats.filter((seat) => seat.yours).length === 1
  return scene.caption.replace(loser.role, () => (alone && loser.yours ? 'You' : called(loser)))
}

/** What whoever decides here chooses first; "" where nobody does, or a bot in their place. */
export function task(table: TableCard, { mover, scene }: Moment): string {
  const lent = table.seats[mover ?? -1]?.level
  return table.begun && scene.choices.length > 0 && !lent ? (scene.prompts[0] ?? '') : ''
}

/** Who has to sit down before the game begins; "" when it has begun. */
export function waiting(table: TableCard): string {
  const awaited = table.begun ? [] : table.seats.filter((seat) => !seat.came)
  const names = awaited.filter((seat) => !seat.open).map(called)
  const free = awaited.length - names.length
  if (free > 0) names.push(names.length > 0 ? 'whoever comes' : free > 1 ? 'others' : 'somebody')
  return names.length > 0 ? `Waiting for ${list(names)} to sit down.` : ''
}

/** Who or what plays a seat, and whether they are there. */
export function sitter(seat: SeatCard): string {
  if (seat.kind === 'bot')
    return seat.name.toLowerCase().includes(seat.strength.toLowerCase()) ? 'Bot' : `${seat.strength} bot`
  if (seat.level !== '') return `Bot plays (${seat.strength})` // a narrow screen cuts off the end
  if (seat.yours) return 'You'
  if (seat.open) return 'Free'
  if (seat.here) return 'Here'
  return seat.came ? 'Away' : 'Not here yet'
}

/** Who plays a seat, in lists of tables: "Ann", "Easy bot", or what the game calls the seat. */
export function listedName(seat: ListedSeat): string {
  return seat.name || (seat.level === '' ? seat.role : `${seat.strength} bot`)
}

/** The scene's caption, for those who have nothing to decide: "Birch farm: record the plan" would read as an order. */
export function awaited(table: TableCard, moment: Moment): string {
  const { caption } = moment.scene
  if (!table.begun) return waiting(table) || caption
  const seat = moment.over || moment.mover === null ? undefined : table.seats[moment.mover]
  if (!seat || (seat.yours && seat.level === '')) return caption
  const order = `${seat.role}: `
  const who = seat.kind === 'person' && seat.level !== '' ? `${called(seat)}’s bot` : called(seat)
  if (!caption.includes(order)) return `Waiting for ${who}. ${caption}`
  return caption.replace(order, () => `Waiting for ${who}: `)
}

/** At one screen, before another one's secrets are shown. */
export function passing(seat: SeatCard): string {
  return `Pass the device to ${seat.name && seat.name !== seat.role ? `${seat.name}, ${seat.role}` : seat.role}.`
}

/** A move was played, but not everybody may know which: its notation. */
const SECRET = '?'

export function secret(entry: Entry): boolean {
  return entry.text === SECRET
}

/** What the list of moves shows of one: words or, for who wants it, the notation of what a seat has played openly. */
export function told(entry: Entry, notation = false): string {
  return notation && !secret(entry) && entry.seat !== null ? entry.text : entry.words
}

/** A move in words, and what the bot that played it said of it. */
export function said(entry: Entry): string {
  return entry.remark ? `${entry.words}; ${entry.remark}` : entry.words
}

/** A link names a game that this server does not have. */
export function noGame(title: string): string {
  return `There is no game called “${title}” here`
}

/** A refusal's words as a sentence. */
export function sentence(words: string): string {
  return /[.!?]$/.test(words) ? capital(words) : `${capital(words)}.`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

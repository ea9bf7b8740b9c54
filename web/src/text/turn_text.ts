/** Whose turn it is, the player's next choice, the players the table waits for, and how a game ended. */
import type { TableCard } from '../protocol'
import type { ShownMoment } from '../state'
import { list, sentence } from './english'
import { displayName } from './seat_text'

/** Whose turn it is, as spoken text; or the end of the game, or the players the table waits for. */
export function turn(table: TableCard, moment: ShownMoment): string {
  if (!table.begun) return waiting(table) || moment.scene.caption
  if (moment.over) return `${verdict(table, moment)}. ${ending(table, moment)}`
  if (moment.mover === null) return moment.scene.caption
  const seat = table.seats[moment.mover]
  if (!seat) return moment.scene.caption
  if (!seat.yours || seat.level !== '') return `${displayName(seat)} to move.`
  const hotSeat = table.seats.filter((other) => other.yours && other.level === '').length > 1
  return hotSeat ? `${seat.role} to move.` : 'Your turn.'
}

/** The next choice of the player here; "" if there is none, or if a bot chooses in their place. */
export function task(table: TableCard, { mover, scene }: ShownMoment): string {
  const lent = table.seats[mover ?? -1]?.level
  return table.begun && scene.choices.length > 0 && !lent ? (scene.prompts[0] ?? '') : ''
}

/** The players who must sit down before the game begins, or agree that it is rated; "" when it has begun. */
export function waiting(table: TableCard): string {
  const awaited = table.begun ? [] : table.seats.filter((seat) => !seat.came)
  const invited = awaited.filter((seat) => !seat.open)
  const hosting = table.seats.some((seat) => seat.yours)
  const friends = hosting ? invited.filter((seat) => seat.name === '').length : 0
  const names = invited.filter((seat) => !hosting || seat.name !== '').map(displayName)
  if (friends > 0) names.push(friends > 1 ? 'your friends' : 'your friend')
  const free = awaited.length - invited.length
  if (free > 0) names.push(free > 1 ? 'other players' : 'another player')
  if (names.length > 0) return `Waiting for ${list(names)} to sit down.`
  const missing = table.begun ? [] : (table.rating?.missing ?? [])
  const guests = list(missing.map((seat) => displayName(table.seats[seat]!)))
  return guests ? `Waiting for ${guests} to agree with a name tag that the game is rated.` : ''
}

/** The scene's caption for people with nothing to decide, to whom "Birch farm: record the plan" would be an order. */
export function awaited(table: TableCard, moment: ShownMoment): string {
  const { caption } = moment.scene
  if (!table.begun) return waiting(table) || caption
  const seat = moment.over || moment.mover === null ? undefined : table.seats[moment.mover]
  if (!seat || (seat.yours && seat.level === '')) return caption
  const order = `${seat.role}: `
  const who = seat.kind === 'person' && seat.level !== '' ? `${displayName(seat)}’s bot` : displayName(seat)
  if (!caption.includes(order)) return `Waiting for ${who}. ${caption}`
  return caption.replace(order, () => `Waiting for ${who}: `)
}

/** The result, from this reader's side: "You won", "You lost: Ann won", "Ann and Ben won". In the past tense, because a
 *  plural role ("Green and red") has the same verb there. */
export function verdict({ seats, game }: TableCard, { winners }: ShownMoment): string {
  const mine = seats.filter((seat) => seat.yours)
  const won = seats.filter((seat) => winners.includes(seat.index))
  const alike = commonResult(seats.map(displayName), winners, game.cooperative, mine.length > 0)
  if (alike) return alike
  const alone = mine.length === 1 // at this screen
  const names = [...won]
    .sort((a, b) => Number(b.yours) - Number(a.yours))
    .map((seat) => (alone && seat.yours ? 'You' : displayName(seat)))
  const who = `${list(names)} won`
  return alone && !won.includes(mine[0]!) ? `You lost: ${who}` : who
}

/** The result if it is the same for all seats, as a player ("You all won", "It is a draw") or a spectator reads it; "" if
 *  some have won and others have lost. */
export function commonResult(
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

/** How the game ended, in a sentence that follows the verdict. */
export function ending({ seats }: TableCard, { scene, winners, reason, given_up }: ShownMoment): string {
  const loser = given_up ? seats.find((seat) => !winners.includes(seat.index)) : undefined
  if (!loser) return reason ? sentence(reason) : scene.caption
  const alone = seats.filter((seat) => seat.yours).length === 1
  return scene.caption.replace(loser.role, () => (alone && loser.yours ? 'You' : displayName(loser)))
}

/**
 * Bots that stand in for people: the reason, whether the person can come back, and the texts about it. No seat is the
 * subject of a verb in the present tense, because its name may be a plural ("Green and red").
 */
import { MAX_LATE_MOVES, type Moment, type SeatCard, type TableCard } from '../protocol'
import { displayName } from '../text/seat_text'

const late = (table: TableCard, seat: SeatCard) => table.times?.late[seat.index] ?? 0
/** Whether the time is for each move, and not for the whole game. */
const eachMove = ({ clock }: TableCard) => clock?.kind === 'move'
const people = (table: TableCard) => table.seats.filter(({ kind, level }) => kind === 'person' && level === '').length

/** My seat in which a bot plays, if that matters now: the seat is to move, or I play no other one. */
export function lentSeat(table: TableCard, moment: Moment | null): SeatCard | undefined {
  if (!table.begun || !moment || moment.over) return undefined
  const mine = table.seats.filter(({ yours }) => yours)
  const lent = mine.filter(({ level }) => level !== '')
  return lent.find(({ index }) => index === moment.mover) ?? (lent.length === mine.length ? lent[0] : undefined)
}

/** The other person whose turn it is, if a player here waits for them. */
export function waitedFor(table: TableCard, moment: Moment | null): SeatCard | undefined {
  const seat = table.begun && moment && !moment.over ? table.seats[moment.mover ?? -1] : undefined
  const playing = table.seats.some(({ yours }) => yours)
  return seat && playing && !seat.yours && seat.kind === 'person' && seat.level === '' ? seat : undefined
}

/** A nudge, as its receiver and its sender read it; "" to others. */
export function nudgeText(table: TableCard, seat: number, by: number): string {
  const [to, from] = [table.seats[seat], table.seats[by]]
  if (!to || !from) return ''
  if (to.yours) return `It is your turn: a nudge from ${displayName(from)}.`
  return from.yours ? `You nudged ${displayName(to)}.` : ''
}

/** Whether its player can take the seat back now: not while a bot makes a late move, nor when all time is used up. */
export function mayBeBack(table: TableCard, seat: SeatCard): boolean {
  return table.times === null || table.times.left[seat.index] !== 0
}

/** Says whose time is up; null: the reader's. */
function outOfTime(other: SeatCard | null): string {
  return other ? `Time is up for ${displayName(other)}` : 'You are out of time'
}

/** Why a bot plays for me, as shown at the board. */
export function whyLent(table: TableCard, seat: SeatCard): string {
  const several = table.seats.filter(({ yours }) => yours).length > 1
  const who = several ? displayName(seat) : 'you'
  if (seat.lent === 'away' && !several) return 'You were away, so a bot plays for you.'
  if (seat.lent !== 'late') return `A bot plays for ${who}.`
  if (!eachMove(table)) return `${outOfTime(several ? seat : null)}, so a bot plays on.`
  if (!mayBeBack(table, seat)) return `${outOfTime(several ? seat : null)}, so a bot makes this move.`
  return `${several ? displayName(seat) : 'You'} ran out of time too often, so a bot is playing for ${several ? 'them' : 'you'}.`
}

/** Shown before my move after bots have made some for me; "" if they have not. */
export function madeForMe(table: TableCard, moment: Moment | null): string {
  const seat = table.seats[moment?.mover ?? -1]
  const count = seat?.yours && seat.level === '' ? late(table, seat) : 0
  if (count === 0) return ''
  const moves =
    count === 1 ? 'Your last move was late: a bot made it.' : `Your last ${count} moves were late: a bot made them.`
  return count >= MAX_LATE_MOVES && table.times?.running === null ? `${moves} Now the game waits for you.` : moves
}

/** What the page says when another player's turn takes long, or they have left. */
export function waitsLong(seat: SeatCard): string {
  return seat.here ? `Still waiting for ${displayName(seat)}.` : `Waiting for ${displayName(seat)} to come back.`
}

/** What happens when a player's time runs out, as the table has agreed. */
export function atZero(table: TableCard): string {
  if (table.clock?.zero === 'loss') return 'a player who runs out of time loses.'
  if (!eachMove(table)) return 'then a bot plays on.'
  const alone = table.seats.filter(({ kind }) => kind === 'person').length === 1
  return `a bot moves for you; after ${MAX_LATE_MOVES} late moves in a row ${alone ? 'the game waits for you' : 'it plays on until you are back'}.`
}

/** Announced to everybody when bots start or stop standing in; "" if there is no change. */
export function standInsText(before: TableCard, table: TableCard): string {
  return table.seats
    .map((seat, i) => {
      const old = before.seats[i]
      if (!old || (old.level === '') === (seat.level === '')) return ''
      return seat.level === '' ? cameBack(table, old, seat) : satDown(table, seat)
    })
    .filter(Boolean)
    .join(' ')
}

function satDown(table: TableCard, seat: SeatCard): string {
  const who = seat.yours ? 'you' : displayName(seat)
  if (seat.lent === 'away' && !seat.yours) return `With ${who} away, a bot plays for them now.`
  if (seat.lent !== 'late') return `A bot plays for ${who} now.`
  const over = outOfTime(seat.yours ? null : seat)
  if (!eachMove(table)) return `${over}, so a bot plays on.`
  const stays = late(table, seat) + 1 >= MAX_LATE_MOVES && people(table) > 0
  return stays
    ? `${over}, so a bot plays on until ${seat.yours ? 'you' : 'they'} are back.`
    : `${over}, so a bot makes this move.`
}

function cameBack(table: TableCard, old: SeatCard, seat: SeatCard): string {
  if (old.lent !== 'late' || late(table, seat) === 0)
    return seat.yours ? 'You took over from the bot.' : `${displayName(seat)} took over from the bot.`
  if (!seat.yours) return ''
  return late(table, seat) < MAX_LATE_MOVES ? 'The next move is yours again.' : 'The game waits for you now.'
}

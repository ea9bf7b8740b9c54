/** The moves of others since the viewer's last decision: marked on the board in order, and listed beside it. */
import type { Entry, Moment, TableCard } from '../protocol'
import { capital } from '../text/english'
import { displayName } from '../text/seat_text'

/** The ring around one spot. */
export interface Mark {
  spot: string
  seat: number // whose move it was
  order: number // of the move, among those that are marked: from 1; 0 where there is only one
  end: boolean // where the move ended: here its number stands
}

/** The seat since whose last decision moves count. Of several at this screen, the one that decides, or decided last. */
function viewer({ mover }: Moment, mine: readonly number[], played: readonly Entry[]): number | null {
  if (mine.length === 0) return mover ?? played.at(-1)?.seat ?? null
  if (mover !== null && mine.includes(mover)) return mover
  return played.findLast(({ seat }) => mine.includes(seat!))?.seat ?? mine[0]!
}

/**
 * The moves to be marked in a position, oldest first: what others have played since the viewer decided last; before they
 * have, the viewer's own turn. `mine`: the seats at this screen; a spectator counts as the seat that decides next, or at
 * the end as the last one. `browsing`: the viewer steps through the game, and only the move that led here is marked.
 */
export function recent(moves: readonly Entry[], moment: Moment, mine: readonly number[], browsing = false): Entry[] {
  const played = moves.filter(({ seat, ply }) => seat !== null && ply <= moment.ply)
  if (browsing) return played.slice(-1)
  const me = viewer(moment, mine, played)
  const before = played.findLastIndex(({ seat }) => seat === me)
  if (before < played.length - 1) return played.slice(before + 1)
  const turn = played.at(-1)?.seat
  return played.slice(played.findLastIndex(({ seat }) => seat !== turn) + 1)
}

/** The newest moves of those that are marked, at most `most`, each with its number. */
export function newestNumbered(entries: readonly Entry[], most: number): { entry: Entry; order: number }[] {
  return entries.map((entry, i) => ({ entry, order: i + 1 })).slice(-most)
}

/** One mark for each spot, that of the newest move that touched it. */
export function marks(entries: readonly Entry[]): Mark[] {
  const found = new Map<string, Mark>()
  entries.forEach(({ seat, spots }, i) => {
    const order = entries.length > 1 ? i + 1 : 0
    spots.forEach((spot, step) => {
      found.delete(spot) // the newest lies on top
      found.set(spot, { spot, seat: seat!, order, end: step === spots.length - 1 })
    })
  })
  return [...found.values()]
}

/** A move in words that say whose it was, if several players could have played it. */
export function moveWithPlayer(card: TableCard, { seat, words }: Entry): string {
  const player = card.seats[seat ?? -1]
  if (!player || player.yours || card.seats.length < 3) return capital(words)
  const named = [player.role, displayName(player)].some((name) => beginsWith(words, name))
  return named ? capital(words) : `${displayName(player)}: ${capital(words)}`
}

/** Whether a text begins with these whole words: "Redwood" does not begin with "Red". */
function beginsWith(text: string, words: string): boolean {
  return text.toLowerCase().startsWith(words.toLowerCase()) && !/[\p{L}\p{N}]/u.test(text.charAt(words.length))
}

/** Moves and spots in words. */
import type { Entry, Scene } from '../protocol'

/** A move was played, but not everybody may know which: its notation. */
const SECRET = '?'

export function isSecret(entry: Entry): boolean {
  return entry.text === SECRET
}

/** What the list of moves shows of one: words or, for who wants it, the notation of what a seat has played openly. */
export function moveText(entry: Entry, notation = false): string {
  return notation && !isSecret(entry) && entry.seat !== null ? entry.text : entry.words
}

/** A move in words, and what the bot that played it said of it. */
export function withRemark(entry: Entry): string {
  return entry.remark ? `${entry.words}; ${entry.remark}` : entry.words
}

/** What is said of a spot. */
export function spotText(scene: Scene, spot: string): string {
  return scene.spots.find(({ id }) => id === spot)?.words ?? ''
}

/** Moves and spots in words. */
import type { Entry, Scene } from '../protocol'

/** The notation of a move that this viewer may not know. */
const SECRET = '?'

export function isSecret(entry: Entry): boolean {
  return entry.text === SECRET
}

/** A move in the list: in words or, if `notation`, in notation where a seat has played it openly. */
export function moveText(entry: Entry, notation = false): string {
  return notation && !isSecret(entry) && entry.seat !== null ? entry.text : entry.words
}

/** A move in words, with the remark of the bot that played it. */
export function withRemark(entry: Entry): string {
  return entry.remark ? `${entry.words}; ${entry.remark}` : entry.words
}

/** A spot in words. */
export function spotText(scene: Scene, spot: string): string {
  return scene.spots.find(({ id }) => id === spot)?.words ?? ''
}

/** The list of moves: a line for each move of a seat, and what chance did after it in small at its end. */
import type { Entry } from '../protocol'

export interface Line {
  move: Entry | null // null: the start
  number: number // of the move; what chance does is part of the game, and no move
  chance: Draw[]
}

/** A ply of chance. In a line the same words are written once, with how often they came. */
export interface Draw {
  entry: Entry
  again: boolean // the line says so already
  times: number // how often it says so
}

/** `before`: the lines of the game so far. Those that are as they were stay the same objects: nothing is drawn anew. */
export function lines(entries: readonly Entry[], before: readonly Line[] = []): Line[] {
  let line: Line = { move: null, number: 0, chance: [] }
  const all = [line]
  for (const entry of entries) {
    if (entry.seat !== null) {
      line = { move: entry, number: line.number + 1, chance: [] }
      all.push(line)
      continue
    }
    // Not the notation: "draw 1" may be a card for everybody to see, and another one for a hand.
    const same = line.chance.find((other) => other.entry.words === entry.words)
    if (same) same.times += 1
    line.chance.push({ entry, again: same !== undefined, times: 1 })
  }
  return all.map((line, i) => (alike(line, before[i]) ? before[i]! : line))
}

function alike(a: Line, b: Line | undefined): boolean {
  return a.move === b?.move && a.chance.at(-1)?.entry === b.chance.at(-1)?.entry
}

/** How many moves the seats have made in the first `ply` plies. */
export function movesMade(entries: readonly Entry[], ply: number): number {
  return entries.slice(0, ply).filter((entry) => entry.seat !== null).length
}

/** Before which line a game that began at another table goes on here; -1: there is nothing to tell. */
export function forkOf(lines: readonly Line[], since: number, over: boolean): number {
  if (since === 0) return -1
  const first = lines.findIndex(({ move }) => move !== null && move.ply > since)
  return first < 0 && !over ? lines.length : first
}

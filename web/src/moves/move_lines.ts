/** The list of moves: a line for each move of a seat, with the chance that followed it at the end. */
import type { Entry } from '../protocol'

export interface Line {
  move: Entry | null // null: the start
  number: number // of the move; chance does not count as a move
  chance: Draw[]
}

/** A ply of chance. A line shows equal words once, with their count. */
export interface Draw {
  entry: Entry
  again: boolean // the line has these words already
  times: number // how often the line has them
}

/** `before`: the lines so far. Unchanged lines stay the same objects, so that they are not drawn again. */
export function lines(entries: readonly Entry[], before: readonly Line[] = []): Line[] {
  let line: Line = { move: null, number: 0, chance: [] }
  const all = [line]
  for (const entry of entries) {
    if (entry.seat !== null) {
      line = { move: entry, number: line.number + 1, chance: [] }
      all.push(line)
      continue
    }
    // By words, not by notation: "draw 1" may be an open card the first time and a hidden one the second.
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

/** The line before which a game that began at another table goes on here; -1 for no such line. */
export function forkOf(lines: readonly Line[], since: number, over: boolean): number {
  if (since === 0) return -1
  const first = lines.findIndex(({ move }) => move !== null && move.ply > since)
  return first < 0 && !over ? lines.length : first
}

/**
 * Choosing an action click by click. Every legal action has a path of spot ids; the clicks so far are a prefix, and
 * only the actions whose paths begin with it are still open. The page knows no other rule of any game.
 */
import type { Choice } from '../protocol'

/** The paths of a choice that begin with `prefix`. */
function pathsFrom(choice: Choice, prefix: readonly string[]): string[][] {
  return [choice.path, ...choice.also].filter((path) => prefix.every((spot, i) => path[i] === spot))
}

/** The choices with a path that begins with `prefix`. */
export function openChoices(choices: readonly Choice[], prefix: readonly string[]): Choice[] {
  return choices.filter((choice) => pathsFrom(choice, prefix).length > 0)
}

/** The spots that can be clicked next, and those of them that would complete a choice. */
export function nextSpots(choices: readonly Choice[], prefix: readonly string[]): Map<string, Choice | null> {
  const spots = new Map<string, Choice | null>()
  for (const choice of choices) {
    for (const path of pathsFrom(choice, prefix)) {
      const spot = path[prefix.length]
      if (spot === undefined) continue
      const complete = path.length === prefix.length + 1
      if (complete || !spots.has(spot)) spots.set(spot, complete ? choice : null)
    }
  }
  return spots
}

const LONG_LIST = 12 // choices: a longer list gets headings

/** Choices that continue with the same click, listed below its words; spot '': those without such a group. */
export interface Group {
  spot: string
  choices: Choice[]
}

/** A long list of choices in groups, one for each next click; a short list, or one without groups, stays one. */
export function grouped(choices: readonly Choice[], prefix: readonly string[]): Group[] {
  const found = new Map<string, Choice[]>()
  for (const choice of choices) {
    const spot = pathsFrom(choice, prefix)[0]?.[prefix.length] ?? ''
    found.set(spot, [...(found.get(spot) ?? []), choice])
  }
  const groups = [...found].flatMap(([spot, choices]) => (spot !== '' && choices.length > 1 ? [{ spot, choices }] : []))
  if (choices.length <= LONG_LIST || groups.length < 2) return [{ spot: '', choices: [...choices] }]
  const alone = [...found].flatMap(([spot, choices]) => (spot === '' || choices.length === 1 ? choices : []))
  return alone.length > 0 ? [{ spot: '', choices: alone }, ...groups] : groups
}

/** What a click does. */
export type ClickResult =
  | { kind: 'step'; path: string[] } // the path so far, longer, shorter or restarted
  | { kind: 'choice'; choice: Choice } // complete
  | { kind: 'nothing' }

/**
 * A click on `spot` after the clicks in `path`: goes on where it can; on a spot already chosen it takes that step back;
 * elsewhere it restarts from the longest part of the path that allows it (another piece instead of this one).
 */
export function click(choices: readonly Choice[], path: readonly string[], spot: string): ClickResult {
  const found = nextSpots(choices, path).get(spot)
  if (found) return { kind: 'choice', choice: found }
  if (found === null) return { kind: 'step', path: [...path, spot] }
  const chosen = path.lastIndexOf(spot)
  if (chosen >= 0) return { kind: 'step', path: path.slice(0, chosen) }
  for (let kept = path.length - 1; kept >= 0; kept--) {
    const before = path.slice(0, kept)
    const again = nextSpots(choices, before).get(spot)
    // Only steps that leave something to choose: a slip of the finger must never play a shorter action.
    if (again === null) return { kind: 'step', path: [...before, spot] }
  }
  return { kind: 'nothing' }
}

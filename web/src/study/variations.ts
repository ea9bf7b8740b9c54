/**
 * The tree of a study: moves and draws that were tried, and what could follow each. A ply is found by the actions that
 * lead to it from the start of the game. Trees are never changed: each function returns another one.
 */

/** One action, and how it goes on: the first of `next` is the main line. No two of `next` have the same action. */
export interface Variation {
  readonly action: number
  readonly note: string // in words; may be ''
  readonly next: Variations
}
export type Variations = readonly Variation[]
export type Way = readonly number[] // actions from the start of the game

/** Null where the way leaves the tree, and for the start of the game. */
export function variationAt(tree: Variations, way: Way): Variation | null {
  let found: Variation | null = null
  for (const action of way) {
    found = (found ? found.next : tree).find((each) => each.action === action) ?? null
    if (!found) return null
  }
  return found
}

/** What follows in the tree after a way. */
export function nextAt(tree: Variations, way: Way): Variations {
  return way.length === 0 ? tree : (variationAt(tree, way)?.next ?? [])
}

/** With this way in it; what is new comes after the lines that are there. */
export function added(tree: Variations, way: Way): Variations {
  const [action, ...rest] = way
  if (action === undefined) return tree
  const known = tree.find((each) => each.action === action)
  const changed: Variation = known
    ? { ...known, next: added(known.next, rest) }
    : { action, note: '', next: added([], rest) }
  return known ? tree.map((each) => (each === known ? changed : each)) : [...tree, changed]
}

export function noted(tree: Variations, way: Way, note: string): Variations {
  return changedAt(tree, way, (siblings, here) => siblings.map((each) => (each === here ? { ...here, note } : each)))
}

/** The last fork before the end of the way goes on with the way. */
export function promoted(tree: Variations, way: Way): Variations {
  const depth = lastFork(tree, way)
  if (depth === 0) return tree
  return changedAt(tree, way.slice(0, depth), (siblings, here) => [here, ...siblings.filter((each) => each !== here)])
}

/** Whether the main line goes this way, as far as it goes. */
export function isMain(tree: Variations, way: Way): boolean {
  return lastFork(tree, way) === 0
}

/** Without the last ply of a way, and all that follows it. */
export function removed(tree: Variations, way: Way): Variations {
  return changedAt(tree, way, (siblings, here) => siblings.filter((each) => each !== here))
}

/** The way, and on along the main line to its end. */
export function mainLine(tree: Variations, way: Way): Way {
  const whole = [...way]
  for (let next = nextAt(tree, way); next[0]; next = next[0].next) whole.push(next[0].action)
  return whole
}

/** The ways to all ends, in the order of the tree. */
export function ends(tree: Variations): Way[] {
  return tree.flatMap(({ action, next }) =>
    next.length === 0 ? [[action]] : ends(next).map((rest) => [action, ...rest]),
  )
}

/** How many plies it has. */
export function plyCount(tree: Variations): number {
  return tree.reduce((sum, { next }) => sum + 1 + plyCount(next), 0)
}

/** How far the way goes to the last ply that is not the first of its siblings; 0: there is none. */
function lastFork(tree: Variations, way: Way): number {
  let depth = 0
  for (let i = 0; i < way.length; i++) if (nextAt(tree, way.slice(0, i))[0]?.action !== way[i]) depth = i + 1
  return depth
}

function changedAt(
  tree: Variations,
  way: Way,
  change: (siblings: Variations, here: Variation) => Variations,
): Variations {
  const [action, ...rest] = way
  const here = tree.find((each) => each.action === action)
  if (!here) return tree
  if (rest.length === 0) return change(tree, here)
  const next = changedAt(here.next, rest, change)
  return tree.map((each) => (each === here ? { ...here, next } : each))
}

/** The tree of a study as rows to read: moves one after the other, and below each the alternatives to it. */
import type { Entry } from '../protocol'
import type { Variation, Variations, Way } from '../study/variations'

export interface TreeRow {
  way: Way // to the ply; of several draws, to the last one
  plies: number // several, where draws follow each other
  number: number // of the move among those that seats have played; 0 for draws
  note: string
  others: { way: Way; tree: Variations }[] // alternatives: where each begins, and it alone with what follows it
}

/** A line: the first of `tree`, and on along the first of each. `way`: what comes before; `number`: of the moves there. */
export function treeRows(
  tree: Variations,
  way: Way,
  number: number,
  entry: (way: Way) => Entry | undefined,
): TreeRow[] {
  const rows: TreeRow[] = []
  let here = way
  let count = number
  let open = false // the next draw may join the row before it
  for (let siblings = tree; siblings[0]; siblings = siblings[0].next) {
    const [main, ...rest] = siblings as [Variation, ...Variation[]]
    const before = here
    here = [...here, main.action]
    const drawn = entry(here)?.seat === null
    if (!drawn) count += 1
    const others = rest.map((other) => ({ way: before, tree: [other] }))
    const last = rows.at(-1)
    if (drawn && open && last && others.length === 0)
      rows[rows.length - 1] = { ...last, way: here, plies: last.plies + 1, note: main.note }
    else rows.push({ way: here, plies: 1, number: drawn ? 0 : count, note: main.note, others })
    open = drawn && main.note === ''
  }
  return rows
}

/** Whether a row shows a position: of several draws, one of those after any of them. */
export function isAt(row: TreeRow, way: Way): boolean {
  const short = row.way.length - way.length
  return short >= 0 && short < row.plies && way.every((action, i) => row.way[i] === action)
}

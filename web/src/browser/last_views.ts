/** How this browser saw its tables last, so that lists can show them. One for each table that is remembered. */
import { HERE, read, remove, storedKeys, write } from './storage'
import { tables } from './saved_tables'

/** What a picture is drawn from. */
export interface LastView {
  code: string // the file of the game's code
  view: string // the packed state, base64
  viewer: number | null // the seat that sees it; null: a spectator
  players: number
  facing: number // the seat from whose side it is drawn
}

const VIEW_KEY = `rookery.view${HERE}.`

/** Keeps one, and forgets those of tables that are not in the list any more. */
export function keepLastView(id: string, seen: LastView): void {
  const known = new Set(tables().map((table) => VIEW_KEY + table.id))
  for (const key of storedKeys()) if (key.startsWith(VIEW_KEY) && !known.has(key)) remove(key)
  if (known.has(VIEW_KEY + id)) write(VIEW_KEY + id, seen)
}

export function forgetLastView(id: string): void {
  remove(VIEW_KEY + id)
}

/** What is stored may be older than this page, or somebody else's. */
export function lastView(id: string): LastView | null {
  const found = read<Partial<LastView> | null>(VIEW_KEY + id, null)
  if (typeof found !== 'object' || found === null) return null
  const { code, view, viewer, players, facing } = found
  const numbers = [viewer ?? 0, players, facing].every((number) => Number.isInteger(number))
  return typeof code === 'string' && typeof view === 'string' && numbers ? (found as LastView) : null
}

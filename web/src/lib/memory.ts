/** What this browser remembers between visits. A browser that forbids storage just forgets. */
import type { SeatLink, TableLinks } from '../protocol'

export interface Remembered {
  id: string
  title: string // of the game, in addresses
  name: string // of the game, to read
  keys: string[] // of the seats this browser plays
  invites: SeatLink[] // for the seats of friends
  watch: string
  promised?: string // about the chance of the game, when this browser first saw the table
  when: number // ms since 1970
}

export const NAME = 'rookery.name' // of the person here, as last written
const TABLES = 'rookery.tables'
const MOST_TABLES = 24

export function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key)
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise
  }
}

export function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Forbidden or full: playing goes on without a memory.
  }
}

/** The newest first. */
export function tables(): Remembered[] {
  const found = read<unknown>(TABLES, [])
  return Array.isArray(found) ? (found as Remembered[]) : []
}

export function recall(id: string): Remembered | undefined {
  return tables().find((table) => table.id === id)
}

/** Puts a table at the top of the list, keeping what was known of it and is not said anew. */
export function remember(table: Partial<Remembered> & { id: string }): void {
  const known = recall(table.id) ?? { title: '', name: '', keys: [], invites: [], watch: '' }
  const others = tables().filter((other) => other.id !== table.id)
  write(TABLES, [{ ...known, ...table, when: Date.now() }, ...others].slice(0, MOST_TABLES))
}

export function forget(id: string): void {
  write(
    TABLES,
    tables().filter((table) => table.id !== id),
  )
}

/** A table just made: the seats in `mine` are played here, the others are for friends, but for those in `open`. */
export function rememberNew(
  links: TableLinks,
  mine: readonly number[],
  game: { title: string; name: string },
  open: readonly number[] = [],
): string[] {
  const keys = links.seats.filter((seat) => mine.includes(seat.seat)).map((seat) => seat.key)
  const invites = links.seats.filter((seat) => !mine.includes(seat.seat) && !open.includes(seat.seat))
  remember({ id: links.table, title: game.title, name: game.name, keys, invites, watch: links.watch })
  return keys
}

/**
 * The tables that this browser has visited, newest first. A game that goes on stays in the list, because the list alone
 * has the keys of its seats; of games that are over, the oldest leave it.
 *
 * Where games are kept in this browser, a table that nobody can open any more only takes room. It is noted as dropped
 * until the parlour has removed it.
 */
import { parlour } from '#parlour'
import type { SeatLink, TableLinks, Yours, YourTable } from '../protocol'
import { HERE, read, write } from './storage'

export interface Remembered {
  id: string
  slug: string // of the game; kept as `title`
  name: string // of the game
  keys: string[] // of the seats this browser plays
  invites: SeatLink[] // for the seats of friends
  watch: string
  when: number // ms since 1970
  standing?: YourTable // how it stood when the server was last asked
  gone?: boolean // the server no longer has it
  reviewed?: boolean // the person here has seen its review
  taught?: boolean // the game in which a first course ends, which begins with a lead
  agreed?: boolean // the person here has been told that the game is rated, and agrees
  greeted?: boolean // a bot has said its words at the beginning
  tagged?: string | boolean // the look with which the server was told that the seat belongs to a name tag
}

type KeptTable = Omit<Remembered, 'slug'> & { title: string }

export const NAME_KEY = 'rookery.name' // of the person here, as last written
const TABLES_KEY = `rookery.tables${HERE}`
const DROPPED_KEY = `${TABLES_KEY} dropped`
const MAX_TABLES = 24 // with more, games that are over leave the list
const MAX_RUNNING = 150 // about 1 kB each, of the 5 MB that a browser gives

/** The newest first. */
export function tables(): Remembered[] {
  const found = read<unknown>(TABLES_KEY, [])
  return Array.isArray(found) ? (found as KeptTable[]).map(({ title, ...table }) => ({ ...table, slug: title })) : []
}

function keep(all: readonly Remembered[]): void {
  const kept: KeptTable[] = all.map(({ slug, ...table }) => ({ ...table, title: slug }))
  write(TABLES_KEY, kept)
}

export function isOver(table: YourTable): boolean {
  return table.state === 'over'
}

/** Whether nothing more will happen there, as far as is known. */
export function finished({ standing }: Remembered): boolean {
  return standing !== undefined && isOver(standing)
}

/** How a game ended for the person here, or that it goes on. */
export function resultOf(table: YourTable): 'running' | 'won' | 'lost' | 'drawn' {
  if (!isOver(table)) return 'running'
  if (!table.cooperative && [0, table.seats.length].includes(table.winners.length)) return 'drawn'
  return table.yours.some((seat) => table.winners.includes(seat)) ? 'won' : 'lost'
}

/** Tables that this browser forgot, and the parlour did not yet. */
export function dropped(): string[] {
  const found = read<unknown>(DROPPED_KEY, [])
  return Array.isArray(found) ? (found as string[]) : []
}

/** The parlour has removed it, or it is in the list again. */
export function noLongerDropped(id: string): void {
  const ids = dropped()
  if (ids.includes(id))
    write(
      DROPPED_KEY,
      ids.filter((other) => other !== id),
    )
}

function drop(id: string): void {
  if (parlour.home) write(DROPPED_KEY, [...dropped(), id])
}

export function recall(id: string): Remembered | undefined {
  return tables().find((table) => table.id === id)
}

/** Puts a table at the top of the list. What is not given stays as it was known. */
export function remember(table: Partial<Remembered> & { id: string }): void {
  const known = recall(table.id) ?? { slug: '', name: '', keys: [], invites: [], watch: '' }
  const others = tables().filter((other) => other.id !== table.id)
  const wanted = [{ ...known, ...table, when: Date.now() }, ...others]
  const kept = fitting(wanted)
  keep(kept)
  for (const { id } of wanted.filter((one) => !kept.includes(one))) drop(id)
  noLongerDropped(table.id)
}

function fitting(wanted: Remembered[]): Remembered[] {
  const ended = (table: Remembered) => table.gone || finished(table)
  let room = MAX_TABLES - wanted.filter((table) => !ended(table)).length
  return wanted.filter((table) => !ended(table) || room-- > 0).slice(0, MAX_RUNNING)
}

const listeners = new Set<() => void>()

/** Calls `heard` each time standings have come, or a table has left the list or is back. Returns what ends it. */
export function whenTablesChange(heard: () => void): () => void {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}

/** Notes how tables stand, without changing their order. */
export function keepStandings({ tables: found, gone }: Yours): void {
  const standings = new Map(found.map((table) => [table.id, table]))
  keep(
    tables().map((table) => ({
      ...table,
      standing: standings.get(table.id) ?? table.standing,
      gone: table.gone || gone.includes(table.id),
    })),
  )
  tell()
}

function tell(): void {
  for (const heard of listeners) heard()
}

/** Its review has been seen. Returns whether that is new. */
export function noteReviewed(id: string): boolean {
  const table = recall(id)
  if (!table || table.reviewed) return false
  keep(tables().map((one) => (one.id === id ? { ...one, reviewed: true } : one)))
  return true
}

export function forget(id: string): void {
  keep(tables().filter((table) => table.id !== id))
  drop(id)
  tell()
}

/** Puts a forgotten table back in its place. */
export function putBack(table: Remembered): void {
  keep([...tables().filter(({ id }) => id !== table.id), table].sort((a, b) => b.when - a.when))
  noLongerDropped(table.id)
  tell()
}

/** Remembers a new table. The seats in `mine` are played here, those in `open` are free, all others are for friends. Returns the keys of `mine`. */
export function rememberNew(
  links: TableLinks,
  mine: readonly number[],
  game: { slug: string; name: string },
  open: readonly number[] = [],
): string[] {
  const keys = links.seats.filter((seat) => mine.includes(seat.seat)).map((seat) => seat.key)
  const invites = links.seats.filter((seat) => !mine.includes(seat.seat) && !open.includes(seat.seat))
  remember({ id: links.table, slug: game.slug, name: game.name, keys, invites, watch: links.watch })
  return keys
}

/** What the addresses of the page mean. Keys stay in the fragment: no server logs it. */
import type { Branch } from '../protocol'

export type Route =
  | { page: 'lobby' }
  | { page: 'setup'; slug: string; after: Branch | null } // to play on from a position of another table
  | { page: 'table'; id: string; keys: string[] }
  | { page: 'rules'; slug: string; chapter: string }
  | { page: 'status' }
  | { page: 'unknown' }

export interface Place {
  pathname: string
  search: string
  hash: string
}

export interface Addresses {
  route(place: Place): Route
  readonly home: string
  readonly status: string
  readonly icon: string
  game(slug: string, after?: Branch): string
  table(id: string, keys?: readonly string[]): string
  rules(slug: string, chapter?: string): string
  picture(slug: string): string // of a game, for the lobby
}

/** A link that was cut in the middle of a %C3%BC is still a link, with a key that opens nothing. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function keysOf({ hash }: Place): string[] {
  return unescaped(hash.slice(1))
    .split(',')
    .filter((key) => key !== '')
}

/** The lobby, or a new table: both kinds of addresses say so alike. */
export function lobbyOrSetup(place: Place): Route {
  const asked = new URLSearchParams(place.search)
  const slug = asked.get('game')
  return slug ? { page: 'setup', slug, after: branch(asked.get('after'), asked.get('ply')) } : { page: 'lobby' }
}

function branch(table: string | null, ply: string | null): Branch | null {
  if (table === null || !TABLE_ID.test(table) || !/^\d{1,6}$/.test(ply ?? '')) return null
  return { table, ply: Number(ply) }
}

export const TABLE_ID = /^[A-Za-z0-9_-]+$/

export function gameQuery(slug: string, after?: Branch): string {
  return `?game=${encodeURIComponent(slug)}${after ? `&after=${after.table}&ply=${after.ply}` : ''}`
}

export function fragment(text: string): string {
  return text === '' ? '' : `#${text}`
}

/**
 * Addresses of the page: `/`, `/?game=SLUG`, `/?game=SLUG&after=TABLE&ply=N`, `/games/SLUG/rules#CHAPTER`,
 * `/status` and `/t/TABLE#KEY,KEY`. Keys stay in the fragment: no server logs it.
 */
import type { Branch } from '../protocol'

export type Route =
  | { page: 'lobby' }
  | { page: 'setup'; slug: string; after: Branch | null } // to play on from a position of another table
  | { page: 'table'; id: string; keys: string[] }
  | { page: 'rules'; slug: string; chapter: string }
  | { page: 'status' }
  | { page: 'unknown' }

export function route(address: { pathname: string; search: string; hash: string }): Route {
  const table = /^\/t\/([A-Za-z0-9_-]+)\/?$/.exec(address.pathname)
  if (table) {
    const keys = unescaped(address.hash.slice(1)).split(',')
    return { page: 'table', id: table[1]!, keys: keys.filter((key) => key !== '') }
  }
  const rules = /^\/games\/([A-Za-z0-9_%.-]+)\/rules\/?$/.exec(address.pathname)
  if (rules) return { page: 'rules', slug: unescaped(rules[1]!), chapter: unescaped(address.hash.slice(1)) }
  if (/^\/status\/?$/.test(address.pathname)) return { page: 'status' }
  if (address.pathname !== '/') return { page: 'unknown' }
  const asked = new URLSearchParams(address.search)
  const slug = asked.get('game')
  return slug ? { page: 'setup', slug, after: branch(asked.get('after'), asked.get('ply')) } : { page: 'lobby' }
}

function branch(table: string | null, ply: string | null): Branch | null {
  if (table === null || !/^[A-Za-z0-9_-]+$/.test(table) || !/^\d{1,6}$/.test(ply ?? '')) return null
  return { table, ply: Number(ply) }
}

export function branchAddress(slug: string, { table, ply }: Branch): string {
  return `/?game=${encodeURIComponent(slug)}&after=${table}&ply=${ply}`
}

/** A link that was cut in the middle of a %C3%BC is still a link, with a key that opens nothing. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function tableAddress(id: string, keys: readonly string[]): string {
  return keys.length > 0 ? `/t/${id}#${keys.join(',')}` : `/t/${id}`
}

/** Addresses of the page: `/`, `/?game=TITLE`, `/status` and `/t/TABLE#KEY,KEY`. Keys stay in the fragment: no server logs it. */

export type Route =
  | { page: 'lobby' }
  | { page: 'setup'; title: string }
  | { page: 'table'; id: string; keys: string[] }
  | { page: 'status' }
  | { page: 'unknown' }

export function route(address: { pathname: string; search: string; hash: string }): Route {
  const table = /^\/t\/([A-Za-z0-9_-]+)\/?$/.exec(address.pathname)
  if (table) {
    const keys = unescaped(address.hash.slice(1)).split(',')
    return { page: 'table', id: table[1]!, keys: keys.filter((key) => key !== '') }
  }
  if (/^\/status\/?$/.test(address.pathname)) return { page: 'status' }
  if (address.pathname !== '/') return { page: 'unknown' }
  const title = new URLSearchParams(address.search).get('game')
  return title ? { page: 'setup', title } : { page: 'lobby' }
}

/** A link that was cut in the middle of a %C3%BC is still a link, of a key that opens nothing. */
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

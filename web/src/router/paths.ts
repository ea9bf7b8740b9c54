/**
 * Addresses on a server: `/`, `/?game=SLUG`, `/?game=SLUG&after=TABLE&ply=N`, `/games/SLUG/rules#CHAPTER`, `/status`
 * and `/t/TABLE#KEY,KEY`.
 */
import { fragment, gameQuery, keysOf, lobbyOrSetup, unescaped, type Addresses } from './addresses'

export const PATHS: Addresses = {
  route(place) {
    const table = /^\/t\/([A-Za-z0-9_-]+)\/?$/.exec(place.pathname)
    if (table) return { page: 'table', id: table[1]!, keys: keysOf(place) }
    const rules = /^\/games\/([A-Za-z0-9_%.-]+)\/rules\/?$/.exec(place.pathname)
    if (rules) return { page: 'rules', slug: unescaped(rules[1]!), chapter: unescaped(place.hash.slice(1)) }
    if (/^\/status\/?$/.test(place.pathname)) return { page: 'status' }
    return place.pathname === '/' ? lobbyOrSetup(place) : { page: 'unknown' }
  },
  home: '/',
  status: '/status',
  icon: '/favicon.svg',
  game: (slug, after) => `/${gameQuery(slug, after)}`,
  table: (id, keys = []) => `/t/${id}${fragment(keys.join(','))}`,
  rules: (slug, chapter = '') => `/games/${encodeURIComponent(slug)}/rules${fragment(encodeURIComponent(chapter))}`,
  picture: (slug) => `/games/${slug}/picture.svg`,
}

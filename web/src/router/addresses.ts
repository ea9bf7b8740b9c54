/** What the addresses of the page mean. Keys stay in the fragment: no server logs it. */
import type { Branch } from '../protocol'

export type Route =
  | { page: 'lobby' }
  | { page: 'setup'; slug: string; level: string; after: Branch | null } // of the bots, '': the usual one; to play on from a position of another table
  | { page: 'table'; id: string; keys: string[] }
  | { page: 'rules'; slug: string; chapter: string }
  | { page: 'courses' } // the paths of all games
  | { page: 'learn'; slug: string; lesson: string } // '': the first one that was not done
  | { page: 'review'; id: string } // of the game at a table
  | { page: 'puzzles' } // of the day
  | { page: 'puzzle'; slug: string; key: string } // '': it is to be chosen
  | { page: 'today' } // the games of the day
  | { page: 'day'; slug: string; day: number } // what one did in a game of a day; NaN: of today
  | { page: 'evening'; id: string } // a duplicate evening
  | { page: 'practice'; slug: string } // mistakes of this browser's games; '': of all
  | { page: 'analysis'; slug: string; study: string } // see study/study_text.ts; '': it is to be chosen
  | { page: 'workshop'; slug: string } // a game that somebody is writing beside a server
  | { page: 'editor' } // a game that somebody is writing in this browser
  | { page: 'given'; link: string; table: string; keys: string[] } // a game that somebody made, and gives away by a link; maybe at a table
  | { page: 'mine' } // all games of the person here
  | { page: 'settings' } // of this browser
  | { page: 'me' } // the name tag, and what is kept of it
  | { page: 'profile'; tag: string }
  | { page: 'status' }
  | { page: 'unknown' }

export interface Place {
  pathname: string
  search: string
  hash: string
}

const ID = '([A-Za-z0-9_-]+)'
const SLUG = '([A-Za-z0-9_%.-]+)'
const TABLE_ID = new RegExp(`^${ID}$`)
const FILES = ['', 'index.html'] // of the folder: both are the page

type PageAddress = [path: string, read: (shown: string, hash: string) => Route]

/**
 * All pages but the lobby and a new table: the path on a server, where `:id` and `:slug` are what the page shows and may
 * be missing in brackets, and the route. In a folder of files a page is at `?NAME` or `?NAME=SHOWN`.
 */
const PAGES = {
  table: ['/t/:id', tableAt],
  review: ['/t/:id/review', (id) => ({ page: 'review', id })],
  rules: ['/games/:slug/rules', (slug, hash) => ({ page: 'rules', slug, chapter: unescaped(hash) })],
  learn: ['/games/:slug/learn', (slug, hash) => ({ page: 'learn', slug, lesson: unescaped(hash) })],
  analysis: ['/games/:slug/analysis', (slug, hash) => ({ page: 'analysis', slug, study: hash })],
  puzzle: ['/games/:slug/puzzles', (slug, hash) => ({ page: 'puzzle', slug, key: unescaped(hash) })],
  today: ['/today[/:slug]', today],
  evening: ['/evening/:id', (id) => ({ page: 'evening', id })],
  profile: ['/p/:id', (tag) => ({ page: 'profile', tag })],
  workshop: ['/workshop[/:slug]', (slug) => (slug ? { page: 'workshop', slug } : { page: 'editor' })],
  given: ['/given', (_, link) => ({ page: 'given', link, table: '', keys: [] })],
  courses: ['/learn', () => ({ page: 'courses' })],
  puzzles: ['/puzzles', () => ({ page: 'puzzles' })],
  practice: ['/practice', (_, hash) => ({ page: 'practice', slug: unescaped(hash) })],
  mine: ['/mine', () => ({ page: 'mine' })],
  settings: ['/settings', () => ({ page: 'settings' })],
  me: ['/me', () => ({ page: 'me' })],
  status: ['/status', () => ({ page: 'status' })],
} satisfies Record<string, PageAddress>
type PageName = keyof typeof PAGES
const NAMED = Object.entries<PageAddress>(PAGES)
const ON_SERVERS = ['evening', 'profile', 'status'] // only: elsewhere, what leads there leads home

/** Addresses on a server: the paths above, `/`, `/?game=SLUG`, `/?game=SLUG&level=ID` and `/?game=SLUG&after=TABLE&ply=N`. */
export const SERVER_ADDRESSES = addressesIn(
  '/',
  (place) => {
    for (const [, [path, read]] of NAMED) {
      const pattern = path.replace('[', '(?:').replace(']', ')?').replace(':id', ID).replace(':slug', SLUG)
      const found = new RegExp(`^${pattern}/?$`).exec(place.pathname)
      if (found) return read(unescaped(found[1] ?? ''), place.hash.slice(1))
    }
    return place.pathname === '/' ? lobbyOrSetup(place) : { page: 'unknown' }
  },
  (name, shown) => {
    const [path] = PAGES[name]
    return path.replace(shown === '' ? /\[.*\]/ : /[[\]]/g, '').replace(/:\w+/, shown)
  },
)

/**
 * Addresses in a folder of files, which is served at its own address only: `./`, `?game=SLUG`, `?game=SLUG&level=ID`,
 * `?game=SLUG&after=TABLE&ply=N`, and the names of the pages above, as `?rules=SLUG#CHAPTER`.
 * `folder`: its path, with a slash at the end. `made`: the id of the only game, of which all addresses begin with
 * `?made=ID`; '': there are those of the site.
 */
export function siteAddresses(folder: string, made = '') {
  const start = made ? `${folder}?made=${made}` : folder
  return addressesIn(
    start,
    (place) => {
      if (!FILES.some((file) => place.pathname === folder + file)) return { page: 'unknown' }
      const asked = new URLSearchParams(place.search)
      if ((asked.get('made') ?? '') !== made) return { page: 'unknown' }
      for (const [name, [path, read]] of NAMED) {
        const shown = asked.get(name)
        if (shown === null || ON_SERVERS.includes(name)) continue
        return path.includes(':id') && !TABLE_ID.test(shown) ? { page: 'unknown' } : read(shown, place.hash.slice(1))
      }
      return made && !asked.has('game')
        ? { page: 'setup', slug: made.split('-')[0]!, level: '', after: null }
        : lobbyOrSetup(place)
    },
    (name, shown) => (ON_SERVERS.includes(name) ? start : `${start}${made ? '&' : '?'}${name}${shown && `=${shown}`}`),
  )
}

/** `start`: that of the first page; `at`: the address of a page without its fragment. */
function addressesIn(start: string, route: (place: Place) => Route, at: (name: PageName, shown: string) => string) {
  const [folder = ''] = start.split('?')
  const query = (more: string) => `${start}${start === folder ? '?' : '&'}${more}`
  const to = (name: PageName, shown = '', hash = '') => at(name, encodeURIComponent(shown)) + (hash && `#${hash}`)
  return {
    route,
    home: start,
    status: to('status'),
    mine: to('mine'),
    me: to('me'),
    puzzles: to('puzzles'),
    courses: to('courses'),
    settings: to('settings'),
    icon: `${folder}favicon.svg`,
    game: (slug: string, after?: Branch) => query(gameQuery(slug, after && `&after=${after.table}&ply=${after.ply}`)),
    /** A new table with bots of a level. */
    match: (slug: string, level: string) => query(gameQuery(slug, `&level=${encodeURIComponent(level)}`)),
    /** The mistakes in a game that have come back, or in all. */
    practice: (slug = '') => to('practice', '', encodeURIComponent(slug)),
    /** `link`: the end of the link of a game that somebody made, for who does not have it yet. */
    table: (id: string, keys: readonly string[] = [], link = '') =>
      to('table', id, keys.join(',') + (link && `~${link}`)),
    rules: (slug: string, chapter = '') => to('rules', slug, encodeURIComponent(chapter)),
    learn: (slug: string, lesson = '') => to('learn', slug, encodeURIComponent(lesson)),
    review: (table: string) => to('review', table),
    puzzle: (slug: string, key = '') => to('puzzle', slug, encodeURIComponent(key)),
    /** All games of the day, or what one did in one of them. */
    today: (slug = '', day?: number) => to('today', slug, slug && String(day ?? '')),
    evening: (id: string) => to('evening', id),
    analysis: (slug: string, study = '') => to('analysis', slug, study),
    profile: (tag: string) => to('profile', tag),
    editor: to('workshop'),
    given: (link: string) => to('given', '', link),
    /** The editor with the text of a game that somebody made. */
    text: (id: string) => `${folder}?workshop#${id}`,
    /** The first page of such a game; `learn`: its slug: its lessons. */
    made: (id: string, learn = '') => `${folder}?made=${id}${learn && `&learn=${learn}`}`,
    picture: (slug: string) => `${folder}games/${slug}/picture.svg`,
  }
}

/** A link that was cut in the middle of a %C3%BC is still a link, with a key that opens nothing. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A table; with the game itself after a ~, a page that says first whose game it is. */
function tableAt(id: string, hash: string): Route {
  const [keys = '', link] = hash.split('~')
  return link === undefined
    ? { page: 'table', id, keys: keysOf(hash) }
    : { page: 'given', link, table: id, keys: keysOf(keys) }
}

function keysOf(hash: string): string[] {
  return unescaped(hash)
    .split(',')
    .filter((key) => key !== '')
}

function today(slug: string, day: string): Route {
  return slug ? { page: 'day', slug, day: parseInt(day, 10) } : { page: 'today' }
}

/** The lobby, or a new table: both kinds of addresses say so alike. */
function lobbyOrSetup(place: Place): Route {
  const asked = new URLSearchParams(place.search)
  const slug = asked.get('game')
  if (!slug) return { page: 'lobby' }
  const after = branch(asked.get('after'), asked.get('ply'))
  return { page: 'setup', slug, level: asked.get('level') ?? '', after }
}

function branch(table: string | null, ply: string | null): Branch | null {
  if (table === null || !TABLE_ID.test(table) || !/^\d{1,6}$/.test(ply ?? '')) return null
  return { table, ply: Number(ply) }
}

function gameQuery(slug: string, more = ''): string {
  return `game=${encodeURIComponent(slug)}${more}`
}

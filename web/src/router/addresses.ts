/** What the addresses of the page mean. Keys stay in the fragment: no server logs it. */
import type { Branch } from '../protocol'

export type Route =
  | { page: 'lobby' }
  | { page: 'setup'; slug: string; after: Branch | null } // to play on from a position of another table
  | { page: 'table'; id: string; keys: string[] }
  | { page: 'rules'; slug: string; chapter: string }
  | { page: 'learn'; slug: string; lesson: string } // '': the first one that was not done
  | { page: 'review'; id: string } // of the game at a table
  | { page: 'puzzles' } // of the day
  | { page: 'puzzle'; slug: string; key: string } // '': it is to be chosen
  | { page: 'today' } // the games of the day
  | { page: 'day'; slug: string; day: number } // what one did in a game of a day; NaN: of today
  | { page: 'evening'; id: string } // a duplicate evening
  | { page: 'practice' } // mistakes of this browser's games
  | { page: 'analysis'; slug: string; study: string } // see study/study_text.ts; '': it is to be chosen
  | { page: 'mine' } // all games of the person here
  | { page: 'me' } // the name tag, and what is kept of it
  | { page: 'profile'; tag: string }
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
  readonly practice: string
  readonly mine: string
  readonly me: string
  readonly puzzles: string
  readonly icon: string
  game(slug: string, after?: Branch): string
  table(id: string, keys?: readonly string[]): string
  rules(slug: string, chapter?: string): string
  learn(slug: string, lesson?: string): string
  review(table: string): string
  puzzle(slug: string, key?: string): string
  today(slug?: string, day?: number): string // all games of the day, or what one did in one of them
  evening(id: string): string
  analysis(slug: string, study?: string): string
  profile(tag: string): string
  picture(slug: string): string // of a game, for the lobby
}

const TABLE_ID = /^[A-Za-z0-9_-]+$/
const FILES = ['', 'index.html'] // of the folder: both are the page

/**
 * Addresses on a server: `/`, `/?game=SLUG`, `/?game=SLUG&after=TABLE&ply=N`, `/games/SLUG/rules#CHAPTER`,
 * `/games/SLUG/learn#LESSON`, `/games/SLUG/analysis#STUDY`, `/games/SLUG/puzzles#PUZZLE`, `/t/TABLE/review`, `/puzzles`,
 * `/today`, `/today/SLUG#DAY`, `/evening/ID`, `/practice`, `/mine`, `/me`, `/p/TAG`, `/status` and `/t/TABLE#KEY,KEY`.
 */
export const SERVER_ADDRESSES: Addresses = {
  route(place) {
    const table = /^\/t\/([A-Za-z0-9_-]+)\/?$/.exec(place.pathname)
    if (table) return { page: 'table', id: table[1]!, keys: keysOf(place) }
    const review = /^\/t\/([A-Za-z0-9_-]+)\/review\/?$/.exec(place.pathname)
    if (review) return { page: 'review', id: review[1]! }
    const rules = /^\/games\/([A-Za-z0-9_%.-]+)\/rules\/?$/.exec(place.pathname)
    if (rules) return { page: 'rules', slug: unescaped(rules[1]!), chapter: unescaped(place.hash.slice(1)) }
    const learn = /^\/games\/([A-Za-z0-9_%.-]+)\/learn\/?$/.exec(place.pathname)
    if (learn) return { page: 'learn', slug: unescaped(learn[1]!), lesson: unescaped(place.hash.slice(1)) }
    const analysis = /^\/games\/([A-Za-z0-9_%.-]+)\/analysis\/?$/.exec(place.pathname)
    if (analysis) return { page: 'analysis', slug: unescaped(analysis[1]!), study: place.hash.slice(1) }
    const puzzle = /^\/games\/([A-Za-z0-9_%.-]+)\/puzzles\/?$/.exec(place.pathname)
    if (puzzle) return { page: 'puzzle', slug: unescaped(puzzle[1]!), key: unescaped(place.hash.slice(1)) }
    const day = /^\/today(?:\/([A-Za-z0-9_%.-]+))?\/?$/.exec(place.pathname)
    if (day) return today(unescaped(day[1] ?? ''), place)
    const evening = /^\/evening\/([A-Za-z0-9_-]+)\/?$/.exec(place.pathname)
    if (evening) return { page: 'evening', id: evening[1]! }
    const plain = /^\/(puzzles|practice|mine|me|status)\/?$/.exec(place.pathname)
    if (plain) return { page: plain[1] as 'puzzles' | 'practice' | 'mine' | 'me' | 'status' }
    const profile = /^\/p\/([A-Za-z0-9_-]+)\/?$/.exec(place.pathname)
    if (profile) return { page: 'profile', tag: profile[1]! }
    return place.pathname === '/' ? lobbyOrSetup(place) : { page: 'unknown' }
  },
  home: '/',
  status: '/status',
  practice: '/practice',
  mine: '/mine',
  me: '/me',
  puzzles: '/puzzles',
  icon: '/favicon.svg',
  game: (slug, after) => `/${gameQuery(slug, after)}`,
  table: (id, keys = []) => `/t/${id}${fragment(keys.join(','))}`,
  rules: (slug, chapter = '') => `/games/${encodeURIComponent(slug)}/rules${fragment(encodeURIComponent(chapter))}`,
  learn: (slug, lesson = '') => `/games/${encodeURIComponent(slug)}/learn${fragment(encodeURIComponent(lesson))}`,
  review: (table) => `/t/${table}/review`,
  puzzle: (slug, key = '') => `/games/${encodeURIComponent(slug)}/puzzles${fragment(encodeURIComponent(key))}`,
  today: (slug, day) => (slug ? `/today/${encodeURIComponent(slug)}${fragment(String(day ?? ''))}` : '/today'),
  evening: (id) => `/evening/${id}`,
  analysis: (slug, study = '') => `/games/${encodeURIComponent(slug)}/analysis${fragment(study)}`,
  profile: (tag) => `/p/${tag}`,
  picture: (slug) => `/games/${slug}/picture.svg`,
}

/**
 * Addresses in a folder of files, which is served at its own address only: `./`, `?game=SLUG`,
 * `?game=SLUG&after=TABLE&ply=N`, `?rules=SLUG#CHAPTER`, `?learn=SLUG#LESSON`, `?analysis=SLUG#STUDY`,
 * `?puzzle=SLUG#PUZZLE`, `?today`, `?today=SLUG#DAY`, `?review=TABLE`, `?puzzles`, `?practice`, `?mine`, `?me` and
 * `?table=TABLE#KEY,KEY`.
 * `folder`: its path, with a slash at the end.
 */
export function siteAddresses(folder: string): Addresses {
  return {
    route(place) {
      if (!FILES.some((file) => place.pathname === folder + file)) return { page: 'unknown' }
      const asked = new URLSearchParams(place.search)
      const named = ['table', 'rules', 'learn', 'review', 'analysis', 'puzzle']
      const [table, rules, learn, review, analysis, puzzle] = named.map((name) => asked.get(name))
      if (typeof table === 'string')
        return TABLE_ID.test(table) ? { page: 'table', id: table, keys: keysOf(place) } : { page: 'unknown' }
      if (asked.has('today')) return today(asked.get('today')!, place)
      if (asked.has('practice')) return { page: 'practice' }
      if (asked.has('mine')) return { page: 'mine' }
      if (asked.has('me')) return { page: 'me' }
      if (asked.has('puzzles')) return { page: 'puzzles' }
      if (typeof puzzle === 'string') return { page: 'puzzle', slug: puzzle, key: unescaped(place.hash.slice(1)) }
      if (typeof review === 'string')
        return TABLE_ID.test(review) ? { page: 'review', id: review } : { page: 'unknown' }
      if (typeof analysis === 'string') return { page: 'analysis', slug: analysis, study: place.hash.slice(1) }
      if (typeof learn === 'string') return { page: 'learn', slug: learn, lesson: unescaped(place.hash.slice(1)) }
      if (typeof rules === 'string') return { page: 'rules', slug: rules, chapter: unescaped(place.hash.slice(1)) }
      return lobbyOrSetup(place)
    },
    home: folder,
    status: folder,
    practice: `${folder}?practice`,
    mine: `${folder}?mine`,
    me: `${folder}?me`,
    puzzles: `${folder}?puzzles`,
    icon: `${folder}favicon.svg`,
    game: (slug, after) => folder + gameQuery(slug, after),
    table: (id, keys = []) => `${folder}?table=${id}${fragment(keys.join(','))}`,
    rules: (slug, chapter = '') =>
      `${folder}?rules=${encodeURIComponent(slug)}${fragment(encodeURIComponent(chapter))}`,
    learn: (slug, lesson = '') => `${folder}?learn=${encodeURIComponent(slug)}${fragment(encodeURIComponent(lesson))}`,
    review: (table) => `${folder}?review=${table}`,
    puzzle: (slug, key = '') => `${folder}?puzzle=${encodeURIComponent(slug)}${fragment(encodeURIComponent(key))}`,
    today: (slug, day) =>
      slug ? `${folder}?today=${encodeURIComponent(slug)}${fragment(String(day ?? ''))}` : `${folder}?today`,
    evening: () => folder, // people meet on servers
    analysis: (slug, study = '') => `${folder}?analysis=${encodeURIComponent(slug)}${fragment(study)}`,
    profile: () => folder, // servers show profiles
    picture: (slug) => `${folder}games/${slug}/picture.svg`,
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

function keysOf({ hash }: Place): string[] {
  return unescaped(hash.slice(1))
    .split(',')
    .filter((key) => key !== '')
}

function today(slug: string, { hash }: Place): Route {
  return slug ? { page: 'day', slug, day: parseInt(hash.slice(1), 10) } : { page: 'today' }
}

/** The lobby, or a new table: both kinds of addresses say so alike. */
function lobbyOrSetup(place: Place): Route {
  const asked = new URLSearchParams(place.search)
  const slug = asked.get('game')
  return slug ? { page: 'setup', slug, after: branch(asked.get('after'), asked.get('ply')) } : { page: 'lobby' }
}

function branch(table: string | null, ply: string | null): Branch | null {
  if (table === null || !TABLE_ID.test(table) || !/^\d{1,6}$/.test(ply ?? '')) return null
  return { table, ply: Number(ply) }
}

function gameQuery(slug: string, after?: Branch): string {
  return `?game=${encodeURIComponent(slug)}${after ? `&after=${after.table}&ply=${after.ply}` : ''}`
}

function fragment(text: string): string {
  return text === '' ? '' : `#${text}`
}

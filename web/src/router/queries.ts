/**
 * Addresses in a folder of files, which is served at its own address only: `./`, `?game=SLUG`,
 * `?game=SLUG&after=TABLE&ply=N`, `?rules=SLUG#CHAPTER` and `?table=TABLE#KEY,KEY`.
 */
import { TABLE_ID, fragment, gameQuery, keysOf, lobbyOrSetup, unescaped, type Addresses } from './addresses'

const FILES = ['', 'index.html'] // of the folder: both are the page

/** `folder`: its path, with a slash at the end. */
export function queries(folder: string): Addresses {
  return {
    route(place) {
      if (!FILES.some((file) => place.pathname === folder + file)) return { page: 'unknown' }
      const asked = new URLSearchParams(place.search)
      const [table, rules] = [asked.get('table'), asked.get('rules')]
      if (table !== null)
        return TABLE_ID.test(table) ? { page: 'table', id: table, keys: keysOf(place) } : { page: 'unknown' }
      if (rules !== null) return { page: 'rules', slug: rules, chapter: unescaped(place.hash.slice(1)) }
      return lobbyOrSetup(place)
    },
    home: folder,
    status: folder,
    icon: `${folder}favicon.svg`,
    game: (slug, after) => folder + gameQuery(slug, after),
    table: (id, keys = []) => `${folder}?table=${id}${fragment(keys.join(','))}`,
    rules: (slug, chapter = '') =>
      `${folder}?rules=${encodeURIComponent(slug)}${fragment(encodeURIComponent(chapter))}`,
    picture: (slug) => `${folder}games/${slug}/picture.svg`,
  }
}

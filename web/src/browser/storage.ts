/** What this browser keeps between visits, as JSON. A browser that forbids storage just forgets. */
import { parlour } from '#parlour'

// what a person chooses for all games; a page of a game that somebody made keeps all else for itself
const OF_ALL_GAMES = /^rookery\.(theme|look|sound|buzz|speed|notation|rule_notes|ask|alerts|name|thinks)$/
const made = parlour.made ? `rookery made ${parlour.made} ` : ''

/** The end of keys of which each folder of this host has its own: none knows what a server or a site elsewhere knows. */
export const HERE = parlour.folder === '/' ? '' : ` ${parlour.folder}`

const named = (key: string): string => (OF_ALL_GAMES.test(key) ? key : made + key)

export function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(named(key))
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise
  }
}

/** False where storage is forbidden or full: the page works without it. */
export function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(named(key), JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function remove(key: string): void {
  try {
    localStorage.removeItem(named(key))
  } catch {
    // Forbidden: there is nothing to remove.
  }
}

/** Whether another tab tells of this key. */
export const isOf = (event: StorageEvent, key: string): boolean => event.key === named(key)

export function storedKeys(): string[] {
  try {
    const keys = Object.keys(localStorage)
    return keys.filter((key) => key.startsWith(made)).map((key) => key.slice(made.length))
  } catch {
    return []
  }
}

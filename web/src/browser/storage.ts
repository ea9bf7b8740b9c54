/** What this browser keeps between visits, as JSON. A browser that forbids storage just forgets. */

export function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key)
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise
  }
}

/** False where storage is forbidden or full: the page works without it. */
export function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Forbidden: there is nothing to remove.
  }
}

export function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** What a sandbox says, as the page may use it: plain data of a sane size, whose names of looks and drawings are names. */

const MOST_LEVELS = 40
const MOST_PARTS = 200_000 // numbers, texts and lists
const LETTERS = 4_000 // of a text
// keys whose values become classes or addresses in the page
const NAMES = new Set(['style', 'styles', 'drawing', 'mark', 'marks', 'symbol', 'look', 'slug', 'code'])
const NAME_LIKE = /^[\w .:#-]*$/

/** The same without what no page of ours says. Throws an Error for what is too large. */
export function cleaned<T>(value: T): T {
  let left = MOST_PARTS
  const clean = (value: unknown, key: string, depth: number): unknown => {
    if ((left -= 1) < 0 || depth > MOST_LEVELS) throw new Error('The game says too much.')
    if (typeof value === 'string') return cleanText(value, key)
    if (typeof value === 'number') return Number.isFinite(value) ? value : 0
    if (Array.isArray(value)) return value.map((one) => clean(one, key, depth + 1))
    if (value instanceof Uint8Array) return value
    if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? value : null
    const entries = Object.entries(value).filter(([name]) => name !== '__proto__')
    return Object.fromEntries(entries.map(([name, one]) => [name, clean(one, name, depth + 1)]))
  }
  return clean(value, '', 0) as T
}

function cleanText(text: string, key: string): string {
  if (NAMES.has(key) && !NAME_LIKE.test(text)) return ''
  return text.length > LETTERS ? `${text.slice(0, LETTERS)} …` : text
}

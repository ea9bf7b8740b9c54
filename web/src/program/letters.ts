// More of what texts can do, and bytes as they do it; difflib; and the texts of addresses.

import {
  dot_count,
  dot_endswith,
  dot_lstrip,
  dot_partition,
  dot_removeprefix,
  dot_removesuffix,
  dot_rstrip,
  dot_startswith,
  dot_strip,
} from '../python/runtime'
import type { Value } from '../python/runtime'
import { bytes_of, dot_decode, from_hex, is_bytes, letters } from './bytes'

export const dot_isprintable = (text: string) => !/[\p{C}\p{Z}]/u.test(text.replaceAll(' ', ''))
export const dot_isascii = (text: string) => [...text].every((letter) => letter < '\u0080')
const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
export const html_escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign]!)
/** Where a slice begins or ends. */
const edge = (text: string, at: number | null, otherwise: number) =>
  at === null ? otherwise : Math.max(0, at < 0 ? at + text.length : at)

export function dot_rfind(text: string, part: string, start: number | null = 0, end: number | null = null): number {
  const at = text.slice(0, edge(text, end, text.length)).lastIndexOf(part)
  return at < edge(text, start, 0) ? -1 : at
}

const SPACE = ' \t\n\r\v\f'
const OF_LETTERS: Record<string, (text: string, ...given: Value[]) => Value> = {
  count: dot_count,
  endswith: dot_endswith,
  lstrip: (text, among = SPACE) => dot_lstrip(text, among),
  removeprefix: dot_removeprefix,
  removesuffix: dot_removesuffix,
  rfind: dot_rfind,
  rstrip: (text, among = SPACE) => dot_rstrip(text, among),
  startswith: dot_startswith,
  strip: (text, among = SPACE) => dot_strip(text, among),
}
/** A method of bytes, which does what that of a text does. */
export function bytes_method(name: string, bytes: Uint8Array, ...given: Value[]): Value {
  const found = OF_LETTERS[name]!(letters(bytes), ...given.map((one) => (is_bytes(one) ? letters(one) : one)))
  return typeof found === 'string' ? bytes_of(found) : found
}

/** How much two texts have in common, 0 to 1 (Ratcliff and Metzener 1988). As there, no common part begins with a letter
 * that a long text `b` has often. */
function ratio(a: string, b: string): number {
  const often = (letter: string) => b.length >= 200 && b.split(letter).length - 1 > Math.floor(b.length / 100) + 1
  const rare = new Set([...new Set(b)].filter((letter) => !often(letter)))
  const common = (a0: number, a1: number, b0: number, b1: number): number => {
    let [size, i, j] = [0, a0, b0]
    for (let x = a0; x < a1; x++)
      for (let y = b0; y < b1; y++) {
        let n = 0
        while (x + n < a1 && y + n < b1 && a[x + n] === b[y + n] && rare.has(a[x + n]!)) n++
        if (n > size) [size, i, j] = [n, x, y]
      }
    while (i > a0 && j > b0 && a[i - 1] === b[j - 1]) [size, i, j] = [size + 1, i - 1, j - 1]
    while (i + size < a1 && j + size < b1 && a[i + size] === b[j + size]) size++
    return size && size + common(a0, i, b0, j) + common(i + size, a1, j + size, b1)
  }
  return a.length + b.length ? (2 * common(0, a.length, 0, b.length)) / (a.length + b.length) : 1
}

/** difflib.get_close_matches */
export function close_matches(asked: string, known: Iterable<string>, { n = 3, cutoff = 0.6 } = {}): string[] {
  const found = Array.from(known, (one): [number, string] => [ratio(one, asked), one])
  const close = found.filter(([share]) => share >= cutoff).sort(([a, x], [b, y]) => b - a || (x < y ? 1 : -1))
  return close.slice(0, n).map(([, one]) => one)
}

// ── Addresses ────────────────────────────────────────────────────────────────
export const unquote = (text: string) =>
  text.replaceAll(/(?:%[0-9a-fA-F]{2})+/g, (some) => dot_decode(from_hex(some.replaceAll('%', '')), 'utf-8', 'replace'))

interface QueryOptions {
  keep_blank_values?: boolean
}
export function parse_qsl(query: string, { keep_blank_values: keepsBlank = false }: QueryOptions = {}) {
  const pairs = query.split('&').filter(Boolean)
  const parts = pairs.map((pair) => dot_partition(pair.replaceAll('+', ' '), '='))
  return parts.filter(([, , value]) => value || keepsBlank).map(([name, , value]) => [unquote(name!), unquote(value!)])
}

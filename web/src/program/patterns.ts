// Regular expressions, and what Unicode says of letters.

import { Dict, getitem, slice, type Value } from '../python/runtime'
import { bytes_join, bytes_of, letters } from './bytes'

// ── Spelling ─────────────────────────────────────────────────────────────────
/** What Python means by a class of letters, as it stands among other letters of a set. */
const SETS: Record<string, string> = {
  d: '\\p{Nd}',
  s: '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000',
  w: '\\p{L}\\p{N}_',
}
const SETS_OF_BYTES: typeof SETS = { d: '0-9', s: ' \\t-\\r', w: 'a-zA-Z0-9_' }
const PLACES: Record<string, string> = { A: '^', Z: '$' }
const wordEdge = (word: string) => `(?:(?<=[${word}])(?![${word}])|(?<![${word}])(?=[${word}]))`

/** The parts of an expression: an escape, the start of a named group, a set, or a sign of its own. */
const SPELLED_OTHERWISE = /\\[^]|\(\?P<|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[.$]/g

function escape(sign: string, sets: typeof SETS, inSet: boolean): string {
  if (sets[sign]) return inSet ? sets[sign] : `[${sets[sign]}]`
  const set = sets[sign.toLowerCase()]
  if (set && !inSet) return `[^${set}]`
  if (!inSet && sign === 'b') return wordEdge(sets.w!)
  if (!inSet && PLACES[sign]) return PLACES[sign]
  return /[\w^$\\.*+?()[\]{}|/]/.test(sign) || (inSet && sign === '-') ? `\\${sign}` : sign
}

function respelled(part: string, sets: typeof SETS): string {
  if (part === '(?P<') return '(?<'
  if (part === '.') return '[^\\n]'
  if (part === '$') return '(?=\\n?(?![^]))'
  if (part[0] === '\\') return escape(part[1]!, sets, false)
  const [, not, inner] = /^\[(\^?)([^]*)\]$/.exec(part)!
  const escaped = inner!.replace(/^\]/, '\\]').replaceAll(/\\[^]|\[/g, (sign) => escape(sign.at(-1)!, sets, true))
  return `[${not}${escaped.replaceAll(/(?<!\\)\[/g, '\\[')}]`
}

/** The same expression in JavaScript's spelling. */
export const spelled = (pattern: Value): string => {
  const sets = typeof pattern === 'string' ? SETS : SETS_OF_BYTES
  return letters(pattern).replaceAll(SPELLED_OTHERWISE, (part) => respelled(part, sets))
}

// ── Matches ──────────────────────────────────────────────────────────────────
class Match {
  constructor(
    private readonly found: RegExpExecArray,
    private readonly isBytes: boolean,
  ) {}
  /** `match[index]`; None if this group has no part in it. */
  item(index: Value): Value {
    const part = typeof index === 'string' ? this.found.groups?.[index] : this.found[index]
    return part === undefined ? null : this.isBytes ? bytes_of(part) : part
  }
  group(index: Value = 0): Value {
    return this.item(index)
  }
  groups(): Value[] {
    return Array.from(this.found, (_, i) => this.item(i)).slice(1)
  }
  groupdict(): Dict {
    return new Dict(Object.keys(this.found.groups ?? {}).map((name) => [name, this.item(name)]))
  }
  /** Where it begins and ends, as JavaScript counts. */
  get units(): [number, number] {
    return [this.found.index, this.found.index + this.found[0].length]
  }
  /** The same in letters. */
  span(): [number, number] {
    const { index, input } = this.found
    const start = this.isBytes ? index : text_len(input.slice(0, index))
    return [start, start + (this.isBytes ? this.found[0].length : text_len(this.found[0]))]
  }
  start() {
    return this.span()[0]
  }
  end() {
    return this.span()[1]
  }
}

class Pattern {
  private readonly source: string
  private readonly flags: string

  constructor(pattern: Value, ignoresCase: number) {
    this.source = spelled(pattern)
    this.flags = ignoresCase ? 'ui' : 'u'
  }
  private find(source: string, flags: string, text: Value, start: number, end?: number): Match | null {
    const expression = new RegExp(source, this.flags + flags)
    expression.lastIndex = Math.min(start, text.length)
    const found = expression.exec(letters(end === undefined ? text : text.slice(0, end)))
    return found && new Match(found, typeof text !== 'string')
  }
  fullmatch(text: Value) {
    return this.find(`^(?:${this.source})$`, '', text, 0)
  }
  match(text: Value, start = 0) {
    return this.find(this.source, 'y', text, start)
  }
  search(text: Value, start = 0, end?: number) {
    return this.find(this.source, 'g', text, start, end)
  }
  finditer(text: Value): Match[] {
    const all = letters(text).matchAll(new RegExp(this.source, `${this.flags}g`))
    return Array.from(all, (found) => new Match(found, typeof text !== 'string'))
  }
  sub(other: Value, text: Value, { count = 0 }: { count?: number } = {}): Value {
    const found = this.finditer(text).slice(0, count || undefined)
    const parts = found.flatMap((one, i) => [
      text.slice(i ? found[i - 1]!.units[1] : 0, one.units[0]),
      typeof other === 'function' ? other(one) : other,
    ])
    parts.push(text.slice(found.at(-1)?.units[1] ?? 0))
    return typeof text === 'string' ? parts.join('') : bytes_join(bytes_of(''), parts)
  }
  split(text: Value): Value[] {
    const found = this.finditer(text)
    const parts = found.flatMap((one, i) => [text.slice(i ? found[i - 1]!.units[1] : 0, one.units[0]), ...one.groups()])
    return [...parts, text.slice(found.at(-1)?.units[1] ?? 0)]
  }
}
export const re_compile = (pattern: Value, ignoresCase = 0) => new Pattern(pattern, ignoresCase)
export const re_fullmatch = (pattern: Value, text: Value) => re_compile(pattern).fullmatch(text)

// ── Unicode ──────────────────────────────────────────────────────────────────
const CATEGORIES = 'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Zs Zl Zp Cc Cf Cs Co Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So'
const KINDS = CATEGORIES.split(' ').map((name): [string, RegExp] => [name, new RegExp(`^\\p{${name}}$`, 'u')])
export const unicode_category = (letter: string) => KINDS.find(([, kind]) => kind.test(letter))?.[0] ?? 'Cn'
export const unicode_normal = (form: string, text: string) => text.normalize(form)

/** Letters of people that JavaScript counts as two. */
const OF_TWO_UNITS = /[\ud800-\udbff][\udc00-\udfff]/
/** What has an item for each letter. */
const signs = (text: string): Value => (OF_TWO_UNITS.test(text) ? [...text] : text)
export const text_len = (text: string): number => signs(text).length
export const text_item = (text: string, index: Value): string => getitem(signs(text), index)
export function text_slice(text: string, start: Value, end: Value, step: Value): string {
  const found: Value = slice(signs(text), start, end, step)
  return typeof found === 'string' ? found : found.join('')
}

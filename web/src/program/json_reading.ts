// JSON as msgspec reads it, of a type or of any, and what it says of what it cannot read.

import { Dict, RecursionError, ValueError, fit, type Value } from '../python/runtime'
import { CONTROL, dot_decode, dot_encode } from './bytes'
import { DecodeError, ValidationError } from './program_errors'

/** A number with a point or an exponent, even if it is whole. */
export class Fraction {
  constructor(readonly value: number) {}
}

/** The sort of what comes next, and its value, unless it is a list or an object: those are still to be read. */
export interface Token {
  sort: 'bool' | 'int' | 'float' | 'str' | 'null' | 'array' | 'object'
  value: Value
}

const DEEPEST = 900 // lists and objects within each other
const WORDS: Record<string, [word: string, Token]> = {
  t: ['true', { sort: 'bool', value: true }],
  f: ['false', { sort: 'bool', value: false }],
  n: ['null', { sort: 'null', value: null }],
}
const PLAIN = new RegExp(`[^"\\\\${CONTROL}]*`, 'y')
const HEX = /[0-9a-fA-F]/
const ESCAPES: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** Words about what is at a path. */
export function invalid(words: string, path: string): never {
  throw new ValidationError(path === '$' ? words : `${words} - at \`${path}\``)
}

export class Reader {
  private at = 0
  private depth = 0
  private skips = false

  constructor(private readonly text: string) {}

  /** One that reads on from here by itself. */
  ahead(): Reader {
    return Object.assign(new Reader(this.text), { at: this.at, depth: this.depth })
  }
  private fail(words: string, at = this.at, more = 0): never {
    throw new DecodeError(`JSON is malformed: ${words} (byte ${dot_encode(this.text.slice(0, at)).length + more})`)
  }
  private truncated(): never {
    throw new DecodeError('Input data was truncated')
  }
  /** The next letter that is no space. */
  next(): string {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'x')) this.at++
    return this.text[this.at] ?? this.truncated()
  }
  end() {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'x')) this.at++
    if (this.at < this.text.length) this.fail('trailing characters', this.at, 1)
  }

  token(path: string): Token {
    const letter = this.next()
    if (letter === '{') return { sort: 'object', value: null }
    if (letter === '[') return { sort: 'array', value: null }
    if (letter === '"') return { sort: 'str', value: this.string() }
    const word = WORDS[letter]
    return word ? this.word(...word) : this.number(path)
  }
  private word(word: string, token: Token): Token {
    const end = this.at + word.length
    if (end > this.text.length) this.truncated()
    if (!this.text.startsWith(word, this.at)) this.fail('invalid character', this.at, this.skips ? 1 : word.length)
    this.at = end
    return token
  }
  private number(path: string): Token {
    const found = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
    found.lastIndex = this.at
    const [text, point, power] = found.exec(this.text) ?? this.noNumber()
    this.at += text.length
    if (!power) this.endOfNumber(/^-?0$/.test(text), point !== undefined)
    if (!point && !power) return { sort: 'int', value: fit(BigInt(text)) }
    const value = Number(text)
    if (!Number.isFinite(value) && !this.skips) invalid('Number out of range', path)
    return { sort: 'float', value: new Fraction(value) }
  }
  /** A digit after a 0, a point or a power without digits are wrong. */
  private endOfNumber(isZero: boolean, hasPoint: boolean) {
    const [wrong = ''] = /^(?:\d|[eE][+-]?|\.)/.exec(this.text.slice(this.at, this.at + 2)) ?? []
    if (wrong === '.' ? hasPoint : /\d/.test(wrong) ? !isZero : !wrong) return
    this.fail('invalid number', this.at + (/\d/.test(wrong) ? 0 : wrong.length))
  }
  private noNumber(): never {
    if (this.text[this.at] !== '-') this.fail('invalid character')
    if (++this.at === this.text.length) this.fail('invalid number')
    this.fail('invalid character')
  }

  string(): string {
    let found = ''
    this.at++
    for (;;) {
      PLAIN.lastIndex = this.at
      const some = PLAIN.exec(this.text)![0]
      this.at += some.length
      found += some
      const letter = this.text[this.at] ?? this.truncated()
      if (letter === '"') return (this.at++, found)
      if (letter !== '\\') this.fail('invalid character')
      found += this.escaped()
    }
  }
  private escaped(): string {
    const letter = this.text[this.at + 1] ?? this.truncated()
    this.at += 2
    if (letter !== 'u') return ESCAPES[letter] ?? this.noEscape()
    const first = this.unit()
    if (first < 0xd800 || first > 0xdfff) return String.fromCharCode(first)
    if (first >= 0xdc00) this.fail('invalid utf-16 surrogate pair')
    if (this.at + 6 > this.text.length) this.truncated()
    if (!this.text.startsWith('\\u', this.at))
      this.fail(`unexpected end of ${this.skips ? 'hex escape' : 'escaped utf-16 surrogate pair'}`)
    this.at += 2
    const second = this.unit()
    if (second < 0xdc00 || second > 0xdfff) this.fail('invalid utf-16 surrogate pair')
    return String.fromCharCode(first, second)
  }
  private noEscape(): never {
    if (this.skips) this.fail('invalid escaped character', this.at - 1)
    this.fail('invalid escape character in string', this.at - 1, 1)
  }
  /** Four digits of an escape. */
  private unit(): number {
    if (this.at + 4 > this.text.length) this.truncated()
    for (const end = this.at + 4; this.at < end; this.at++)
      if (!HEX.test(this.text[this.at]!)) this.fail('invalid character in unicode escape', this.at, 1)
    return parseInt(this.text.slice(this.at - 4, this.at), 16)
  }

  /** A list, whose elements `one` reads. */
  list(one: (index: number) => unknown) {
    this.inside(']', 'array', one)
  }
  /** An object: `one` reads the value of each name, as `key` makes it. If it gives true, the rest is not read. */
  members(one: (name: Value) => unknown, key: (name: string) => Value = (name) => name) {
    this.inside('}', 'object', () => {
      if (this.text[this.at] !== '"') this.fail(this.skips ? `expected '"'` : 'object keys must be strings')
      const name = key(this.string())
      if (this.next() !== ':') this.fail("expected ':'")
      this.at++
      return one(name)
    })
  }
  private inside(end: string, sort: string, one: (index: number) => unknown) {
    if (++this.depth > DEEPEST)
      throw new RecursionError('maximum recursion depth exceeded while deserializing an object')
    this.at++
    for (let index = 0; ; index++) {
      const letter = this.next()
      if (letter === end && index) this.fail(`trailing comma in ${sort}`)
      if (letter === end) break
      if (one(index) === true) return
      const after = this.next()
      if (after === end) break
      if (after !== ',') this.fail(`expected ',' or '${end}'`)
      this.at++
    }
    this.at++
    this.depth--
  }

  /** A value of any sort. */
  any(path: string): Value {
    const { sort, value } = this.token(path)
    return this.rest(sort, value, path)
  }
  rest(sort: Token['sort'], value: Value, path: string): Value {
    if (sort === 'array') {
      const found: Value[] = []
      this.list((index) => found.push(this.any(`${path}[${index}]`)))
      return found
    }
    if (sort === 'object') {
      const found = new Dict()
      this.members((name) => found.set(name, this.any(`${path}[...]`)))
      return found
    }
    return value instanceof Fraction ? value.value : value
  }
  /** The next value, which nobody looks at. */
  skip() {
    const skipped = this.skips
    this.skips = true
    this.any('$')
    this.skips = skipped
  }
}

// ── Types ────────────────────────────────────────────────────────────────────
/** A type of JSON: the sorts of values that it takes, as msgspec calls them, and how it takes one. */
export interface Schema {
  sorts: string[]
  take(token: Token, reader: Reader, path: string): Value
}
const SORTS = ['bool', 'int', 'float', 'str', 'object', 'array', 'null'] // in the order of messages

/** Whether msgspec reads it as a float, unless it is to be a number. */
const isHuge = (value: Value) =>
  typeof value === 'bigint' && BigInt.asIntN(64, value) !== value && BigInt.asUintN(64, value) !== value

export function expected({ sorts }: Schema, { sort, value }: Token, path: string): never {
  if (isHuge(value)) sort = 'float'
  const named = SORTS.filter((one) => sorts.includes(one)).join(' | ')
  return invalid(`Expected \`${named}\`, got \`${sort}\``, path)
}

/** What comes next, as this type. */
export const typed = (schema: Schema, reader: Reader, path: string): Value =>
  schema.take(reader.token(path), reader, path)

const ANY: Schema = { sorts: [], take: ({ sort, value }, reader, path) => reader.rest(sort, value, path) }

const text_of = (given: Value): string => {
  if (typeof given !== 'string') return dot_decode(given)
  dot_encode(given) // no text with half a letter is UTF-8
  return given
}

/** msgspec.json.decode(text, type=...) */
export function json_decode(given: Value, schema: Schema = ANY): Value {
  const reader = new Reader(text_of(given))
  const value = typed(schema, reader, '$')
  reader.end()
  return value
}
export const decoder = (schema: Schema) => ({ decode: (given: Value) => json_decode(given, schema) })

/** json.loads */
export function json_loads(given: Value): Value {
  try {
    return json_decode(given)
  } catch (error) {
    if (error instanceof DecodeError) throw new ValueError(error.message)
    throw error
  }
}

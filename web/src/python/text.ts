// Texts. What Python and JavaScript do otherwise with letters beyond U+FFFF is not lowered: the build refuses such texts.

import { Dict } from './collections'
import { py_abs, py_round } from './numbers'
import { PythonError, TypeError, ValueError, type Value } from './value'

const SPACES = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const AROUND = new RegExp(`^[${SPACES}]+|[${SPACES}]+$`, 'g')
const AT_START = new RegExp(`^[${SPACES}]+`)
const AT_END = new RegExp(`[${SPACES}]+$`)
const BETWEEN = new RegExp(`[${SPACES}]+`)

/** `str(value)`, of what is a number, a text, a truth or None. */
export function py_str(value: Value = ''): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'boolean':
      return value ? 'True' : 'False'
    case 'bigint':
      return `${value}`
    case 'number':
      if (Number.isInteger(value) || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e16)) return `${value}`
  }
  if (value === null) return 'None'
  if (value instanceof PythonError) return value.message
  throw new TypeError('only numbers and texts can be written')
}

export function py_repr(value: Value): string {
  if (typeof value !== 'string') return py_str(value)
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'"
  return quote + value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replace(UNSEEN, escaped) + quote
}

const UNSEEN = /(?! )[\p{C}\p{Z}]/gu // what Python does not print
const SHORT_ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
function escaped(letter: string): string {
  const hex = letter.codePointAt(0)!.toString(16)
  const long = hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`
  return SHORT_ESCAPES[letter] ?? (hex.length > 2 ? long : `\\x${hex.padStart(2, '0')}`)
}

const FORM = /^([<>]?)(\+?)(0?)(\d*)(?:\.(\d+)f|(x?))$/

/** `format(value, form)`, for the forms `g`, `,`, `08`, `016x`, `+.1f`, `.0%`, and widths such as `12` and `>12`. */
export function formatted(value: Value, form: string): string {
  if (form === 'g') {
    const size = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)))
    if (size >= -4 && size < 6) return `${py_round(value, 5 - size)}`
  }
  if (form === ',') return py_str(value).replace(/\B(?=(\d{3})+$)/g, ',')
  if (form.endsWith('%')) return `${formatted(100 * value, form.replace('%', 'f'))}%`
  const [known, side, plus, zeros, width, digits, hex] = FORM.exec(form) ?? []
  if (known === undefined) throw new ValueError(`the form ${form} is not known`)
  if (typeof value === 'string') return side === '>' ? value.padStart(Number(width)) : value.padEnd(Number(width))
  const sign = value < 0 || Object.is(value, -0) ? '-' : plus!
  const shown = sizeText(py_abs(value), digits, hex)
  if (zeros && !side) return sign + shown.padStart(Number(width) - sign.length, '0')
  return side === '<' ? (sign + shown).padEnd(Number(width)) : (sign + shown).padStart(Number(width))
}

function sizeText(size: Value, digits?: string, hex?: string): string {
  if (digits) return py_round(size, Number(digits)).toFixed(Number(digits))
  return hex ? size.toString(16) : py_str(size)
}

/** `between.join(parts)`, of texts. */
export const dot_join = (between: string, parts: Value) => [...parts].join(between)
export const dot_lower = (text: string) => text.toLowerCase()
export const dot_upper = (text: string) => text.toUpperCase()
export function dot_capitalize(text: string) {
  const first = text.slice(0, 1).toUpperCase() // of one letter it may be two
  return first.slice(0, 1) + (first.slice(1) + text.slice(1)).toLowerCase()
}
export const dot_replace = (text: string, old: string, other: string) => text.split(old).join(other)
export const dot_removeprefix = (text: string, start: string) =>
  text.startsWith(start) ? text.slice(start.length) : text
export const dot_removesuffix = (text: string, end: string) =>
  end && text.endsWith(end) ? text.slice(0, -end.length) : text
export const dot_startswith = (text: string, start: Value) => [start].flat().some((one) => text.startsWith(one))
export const dot_endswith = (text: string, end: Value) => [end].flat().some((one) => text.endsWith(one))
export const dot_isdigit = (text: string) => /^[0-9]+$/.test(text)
export const dot_isdecimal = dot_isdigit
export const dot_isupper = (text: string) => text !== text.toLowerCase() && text === text.toUpperCase()
export const dot_strip = (text: string, letters?: string) =>
  letters === undefined ? text.replace(AROUND, '') : dot_rstrip(dot_lstrip(text, letters), letters)

export function dot_lstrip(text: string, letters?: string) {
  if (letters === undefined) return text.replace(AT_START, '')
  let start = 0
  while (start < text.length && letters.includes(text[start]!)) start++
  return text.slice(start)
}

export function dot_rstrip(text: string, letters?: string) {
  if (letters === undefined) return text.replace(AT_END, '')
  let end = text.length
  while (end > 0 && letters.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}

export function dot_split(text: string, between?: string) {
  if (between !== undefined) return text.split(between)
  const words = dot_strip(text)
  return words === '' ? [] : words.split(BETWEEN)
}

export function dot_partition(text: string, between: string) {
  const at = text.indexOf(between)
  return at < 0 ? [text, '', ''] : [text.slice(0, at), between, text.slice(at + between.length)]
}

/** `format` with names alone: "{piece} to {square}". */
export const dot_format = (text: string, names: Value) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => py_str(names instanceof Dict ? names.get(name) : names[name]))

/** textwrap.wrap of words with single spaces between them, which breaks neither long words nor at hyphens. */
export function wrap(text: string, width: number) {
  const lines: string[] = []
  for (const word of dot_split(text)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

export const re_split = (pattern: string, text: string) => text.split(new RegExp(pattern))

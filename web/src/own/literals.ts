/** The values in a text that a form can change: each with its place, and how another one is written there. */

interface TextPlace {
  from: number // the first letter of it in the text
  to: number // the letter after it
}

export type NumberPart = TextPlace & { kind: 'number'; text: string; value: number; decimals: number }
export type WordsPart = TextPlace & { kind: 'words'; text: string; value: string }
export type TruthPart = TextPlace & { kind: 'truth'; text: string; value: boolean }
export type FixedPart = { kind: 'fixed'; text: string } // it can only be changed in the text
export type Single = NumberPart | WordsPart | TruthPart

export interface PartGroup {
  kind: 'group'
  parts: TextPart[]
  names: string[] // [part]; "": it has none but its number
  said: string[] // [part] the comment beside it
}

export type TextPart = Single | PartGroup | FixedPart

/** Something that has a name in a file. */
export interface Constant {
  name: string
  said: string // the comment about it
  from: number // where it begins in the text
  part: TextPart
}

const NUMERAL = /^-?\d+(?:_\d+)*(?:\.(\d+))?$/
const QUOTED = /^("(?:[^"\\\n]|\\.)*"|'[^'\\\n]*')$/
const TRUTHS: Readonly<Record<string, boolean>> = { True: true, true: true, False: false, false: false }

/** The part that a literal is. */
export function single(text: string, from: number): Single | FixedPart {
  const place = { from, to: from + text.length, text }
  const number = NUMERAL.exec(text)
  const value = Number(text.replaceAll('_', ''))
  if (number && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
    return { ...place, kind: 'number', value, decimals: number[1]?.length ?? 0 }
  if (text in TRUTHS) return { ...place, kind: 'truth', value: TRUTHS[text]! }
  const words = QUOTED.test(text) ? unquoted(text) : null
  return words === null ? { kind: 'fixed', text } : { ...place, kind: 'words', value: words }
}

/** The text with another value in a place. */
export function changed(text: string, part: Single, value: Single['value']): string {
  return text.slice(0, part.from) + literal(part, value) + text.slice(part.to)
}

/** The parts of one that can be changed, in the order of the text. */
export function singles(part: TextPart): Single[] {
  if (part.kind === 'group') return part.parts.flatMap(singles)
  return part.kind === 'fixed' ? [] : [part]
}

/** What joins two comments, or begins one. */
export const plainComment = (comment: string) => comment.replace(/^#\s*/, '').trim()

function literal(part: Single, value: Single['value']): string {
  if (value === part.value) return part.text
  if (part.kind === 'number') return numeral(part, value as number)
  if (part.kind === 'words') return quoted(part, value as string)
  const capital = /^[TF]/.test(part.text)
  return capital ? (value ? 'True' : 'False') : String(value)
}

/** Written as the one before: with as many decimals at least, and in groups of digits. */
function numeral({ text, decimals }: NumberPart, value: number): string {
  const needed = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
  const written = decimals === 0 ? String(Math.round(value)) : value.toFixed(Math.max(decimals, needed))
  return text.includes('_') ? written.replace(/\B(?=(\d{3})+(?!\d))/g, '_') : written
}

function quoted({ text }: WordsPart, value: string): string {
  return text.startsWith("'") && QUOTED.test(`'${value}'`) ? `'${value}'` : JSON.stringify(value)
}

/** Null: it has escapes that only Python knows. */
function unquoted(text: string): string | null {
  if (text.startsWith("'")) return text.slice(1, -1)
  try {
    return JSON.parse(text) as string
  } catch {
    return null
  }
}

// JSON as msgspec and Python's json write it.

import { Dict, PySet, TypeError, eq, type Value } from '../python/runtime'
import { CONTROL, Raw, b64encode, dot_decode, dot_encode } from './bytes'

/** Floats that are written as floats even if they are whole: 1.0. */
class Float {
  constructor(readonly value: number) {}
}
export const floats = (values: Iterable<number>) => Array.from(values, (value) => new Float(value))

/** How a class of data is written: the field that says which of several it is, and what it says for this one; as a list,
 *  without defaults, or whole; attribute, name, default of each field (src/rookery/javascript/json_schema.py). */
export type Form = [
  tag: [field: string, tag: Value] | null,
  how: 'array' | 'brief' | 'whole',
  fields: [attribute: string, name: string, standard?: () => Value][],
]

function entries(value: Value): [string, Value][] {
  if (value instanceof Dict) return value.items()
  const form: Form | undefined = value.constructor.form
  if (!form) return Object.entries(value)
  const [tag, how, fields] = form
  const found: [string, Value][] = tag ? [tag] : []
  for (const [attribute, name, standard] of fields) {
    const one = value[attribute]
    if (how !== 'brief' || !standard || !isStandard(one, standard())) found.push([name, one])
  }
  return found
}
/** Of lists, dictionaries and sets msgspec leaves out empty ones alone. */
const isStandard = (value: Value, standard: Value) =>
  value === standard || (typeof standard === 'object' && standard?.length === 0 && eq(value, standard))
const isList = (value: Value) => value.constructor.form?.[1] === 'array'
export const names_in_json = (cls: { form: Form }): string[] => cls.form[2].map(([, name]) => name)

/** The digits of a float; Python's json writes those that need a power of ten otherwise than msgspec. */
function floatText(value: number, isPython: boolean): string {
  const size = Math.abs(value)
  const [digits, power] = value.toExponential().split('e') as [string, string]
  if (isPython && size !== 0 && size < 1e-4) return `${digits}e-${power.slice(1).padStart(2, '0')}`
  if (size !== 0 && size < 1e-5) return `${digits}e${power}`
  if (size >= 1e16) return isPython ? `${digits}e${power}` : `${digits}e${power.slice(1)}`
  if (Object.is(value, -0)) return '-0.0'
  return Number.isInteger(value) ? `${value}.0` : `${value}`
}

/** A number, a text, a truth or null. */
function plainText(value: Value, isPython: boolean): string {
  if (value instanceof Float) return floatText(value.value, isPython)
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'number') return `${value}`
  if (!Number.isFinite(value)) return isPython ? `${value}` : 'null'
  return Number.isSafeInteger(value) ? `${value}` : floatText(value, isPython)
}
function quoted(text: string): string {
  dot_encode(text) // it is no UTF-8 with half a letter
  return JSON.stringify(text)
}

function written(value: Value): string {
  if (value === null || typeof value !== 'object' || value instanceof Float) return plainText(value, false)
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if (value instanceof Raw) return dot_decode(value.bytes)
  if (value instanceof Uint8Array) return quoted(dot_decode(b64encode(value)))
  if (value instanceof PySet) return `[${Array.from(value.values(), written).join(',')}]`
  const pairs = entries(value)
  if (isList(value)) return `[${pairs.map(([, one]) => written(one)).join(',')}]`
  return `{${pairs.map(([name, one]) => `${quoted(`${name}`)}:${written(one)}`).join(',')}}`
}

export const json_encode = (value: Value): Uint8Array => dot_encode(written(value))
export const encoder = () => ({ encode: json_encode })

/** msgspec.to_builtins */
export function to_builtins(value: Value): Value {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(to_builtins)
  if (value instanceof PySet) return Array.from(value.values(), to_builtins)
  const pairs = entries(value)
  if (isList(value)) return pairs.map(([, one]) => to_builtins(one))
  return new Dict(pairs.map(([name, one]) => [name, to_builtins(one)]))
}

const ESCAPED = new RegExp(`["\\\\${CONTROL}]+`, 'g')

interface DumpOptions {
  ensure_ascii?: boolean
  sort_keys?: boolean
  separators?: [string, string]
}
/** json.dumps */
export function json_dumps(value: Value, options: DumpOptions = {}): string {
  const [comma, colon] = options.separators ?? [', ', ': ']
  const text = (one: string) =>
    options.ensure_ascii === false
      ? `"${one.replaceAll(ESCAPED, (some) => JSON.stringify(some).slice(1, -1))}"`
      : JSON.stringify(one).replaceAll(
          /[\u007f-\uffff]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  const dumped = (one: Value): string => {
    if (typeof one === 'string') return text(one)
    if (Array.isArray(one)) return `[${one.map(dumped).join(comma)}]`
    if (one instanceof Dict) return `{${members(one).join(comma)}}`
    if (typeof one === 'object' && one !== null && !(one instanceof Float)) throw new TypeError('this is not JSON')
    return plainText(one, true)
  }
  const members = (one: Dict): string[] => {
    const pairs = one.items().map(([name, inner]) => [typeof name === 'string' ? name : dumped(name), inner])
    if (options.sort_keys) pairs.sort(([a], [b]) => (a < b ? -1 : 1))
    return pairs.map(([name, inner]) => `${text(name)}${colon}${dumped(inner)}`)
  }
  return dumped(value)
}

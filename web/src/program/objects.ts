// Objects, classes and their names; and what is told of failures.

import { AttributeError, Dict, PySet, TypeError, is_int, py_bool, py_int, py_str, replaced } from '../python/runtime'
import type { Value } from '../python/runtime'

export const dot__asdict = (tuple: Value) =>
  new Dict(tuple.constructor.fields.map((name: string, i: number) => [name, tuple[i]]))
/** A method as a value. */
export const bound = (owner: Value, name: string) => owner[name].bind(owner)
export function py_type(value: Value): Value {
  if (typeof value === 'bigint' || Number.isInteger(value)) return py_int
  return typeof value === 'string' ? py_str : typeof value === 'boolean' ? py_bool : value.constructor
}
/** A class and those above it. */
export function class_mro(cls: Value): Value[] {
  const found = []
  for (let one = cls; one?.prototype; one = Object.getPrototypeOf(one)) found.push(one)
  return found
}
/** A name of Python; one that arrays of JavaScript have is written with a line after it. */
const member = (owner: Value, name: string): string => (`${name}_` in Object(owner) ? `${name}_` : name)
export const py_hasattr = (owner: Value, name: string): boolean =>
  name === '__index__' ? is_int(owner) : owner[member(owner, name)] !== undefined
export function py_getattr(owner: Value, name: string, otherwise?: Value): Value {
  const found = owner[member(owner, name)]
  if (found === undefined && otherwise === undefined) throw new AttributeError(`no ${name}`)
  return found === undefined ? otherwise : found
}
/** A method of what may be a collection, whose method is a function of ours, or another object, which has its own. */
export function method_of(owner: Value, name: string, ours: (...given: Value[]) => Value, ...given: Value[]): Value {
  const own = isCollection(owner) ? undefined : owner?.[name]
  return typeof own === 'function' ? own.apply(owner, given) : ours(owner, ...given)
}
const isCollection = (value: Value) =>
  !['object', 'function'].includes(typeof value) || [Dict, PySet, Uint8Array].some((one) => value instanceof one)
/** An object that Python made, and checked. */
export const made_before = (cls: Value, fields: object): Value => Object.assign(Object.create(cls.prototype), fields)
/** msgspec.structs.replace(object, **fields) */
export const replaced_by = (object: Value, fields: Dict): Value =>
  replaced(object, Object.fromEntries(fields.items().map(([name, value]) => [member(object, name), value])))
export function set_field(object: Value, name: string, value: Value) {
  object[name] = value
}
export const class_name = (cls: Value): string => cls.called ?? cls.name
export const py_ord = (letter: string) => letter.codePointAt(0)
export const py_chr = (code: number) => String.fromCodePoint(code)
export function assert_never(value: Value): never {
  throw new TypeError(`nobody expects ${String(value)}`)
}

export const is_bool = (value: Value) => typeof value === 'boolean'
export const is_float = (value: Value) => typeof value === 'number' && !Number.isInteger(value)
export const is_dict = (value: Value) => value instanceof Dict
export function dot_clear(from: Value) {
  if (Array.isArray(from)) from.length = 0
  else for (const name of from instanceof Dict ? [...from] : [...from.values()]) from.delete(name)
  return null
}

// ── What failed
const form = (name: string, words: string) => `${name}: ${words.replaceAll(/%[dr]/g, '%s')}` // as consoles fill it
/** logging.Logger. The console shows where errors come from. */
export const logger = (name: string) => ({
  error: (words: string, ...given: Value[]) => console.error(form(name, words), ...given),
  exception: (words: string, ...given: Value[]) => console.error(form(name, words), ...given),
  warning: (words: string, ...given: Value[]) => console.warn(form(name, words), ...given),
  info: () => {},
  debug: () => {},
})

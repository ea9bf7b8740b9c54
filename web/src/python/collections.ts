// Dictionaries and sets with keys by value, and what compares values.

import { TypeError, type Value } from './value'

const KEY = Symbol('key')
const NAME = Symbol('name')
const MOST_LETTERS = 1000 // so many arguments a function takes in every browser

/** What stands for a value as a key: equal values have the same. States are the same only as the same object. */
export function key(value: Value): Value {
  switch (typeof value) {
    case 'number':
    case 'string':
    case 'bigint':
      return value
    case 'boolean':
      return +value
    case 'undefined':
      throw new TypeError('a value is missing')
  }
  if (value === null) return null
  if (Array.isArray(value))
    return value.constructor === Array ? listKey(value) : ((value as Value)[KEY] ??= listKey(value))
  if (value instanceof PySet) return `\0{${[...value.values()].map(part).sort().join('')}`
  if (typeof value === 'function' || value instanceof Dict || isRecord(value) || isPlain(value)) return identity(value)
  return (value[KEY] ??= `${identity(value.constructor)}${key(Object.values(value))}`)
}

/** No text of a game begins with such a sign. Small numbers are one letter each: that takes a tenth of the time. */
function listKey(list: Value[]): string {
  if (list.length < MOST_LETTERS && areLetters(list)) return `\0[${String.fromCharCode.apply(null, list)}`
  let text = '\0('
  for (let i = 0; i < list.length; i++) text += part(list[i])
  return text
}

function areLetters(list: Value[]): boolean {
  for (let i = 0; i < list.length; i++) {
    const one = list[i]
    if (typeof one === 'number' ? (one & 0xffff) !== one : typeof one !== 'boolean') return false
  }
  return true
}

/** A key within a key: a text tells how long it is, so that no two lists have the same. */
const part = (value: Value): string => {
  const found = key(value)
  return typeof found === 'string' ? `${found.length}:${found}` : `${found},`
}

let objects = 0
function identity(value: Value): string {
  if (value[NAME] === undefined) Object.defineProperty(value, NAME, { value: `\0#${++objects}` }) // no copy has it
  return value[NAME]
}

/** Whether it is a state of a game: the only plain objects. */
export const isRecord = (value: Value): boolean =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype

/** Whether it is an object of a class that has no data alone: then it is equal to itself only. */
const isPlain = (value: Value): boolean => value.constructor?.plain

export class Dict {
  readonly kept = new Map<Value, [Value, Value]>()

  constructor(entries: Iterable<[Value, Value]> = []) {
    for (const [name, value] of entries) this.set(name, value)
  }
  get length() {
    return this.kept.size
  }
  get(name: Value): Value {
    return this.kept.get(key(name))?.[1]
  }
  set(name: Value, value: Value) {
    const place = key(name)
    const found = this.kept.get(place)
    if (found) found[1] = value
    else this.kept.set(place, [name, value])
  }
  has(name: Value) {
    return this.kept.has(key(name))
  }
  delete(name: Value) {
    return this.kept.delete(key(name))
  }
  /** Take out what is kept under a name; undefined: nothing is. */
  pop(name: Value): Value {
    const place = key(name)
    const found = this.kept.get(place)
    this.kept.delete(place)
    return found?.[1]
  }
  items(): [Value, Value][] {
    return Array.from(this.kept.values(), ([name, value]) => [name, value])
  }
  *[Symbol.iterator]() {
    for (const [name] of this.kept.values()) yield name
  }
}

/** A set. Python's order of sets is no order to rely on, so loops over one are refused: it cannot be iterated. */
export class PySet {
  private readonly kept = new Map<Value, Value>()

  constructor(values: Iterable<Value> = []) {
    for (const value of values) this.add(value)
  }
  get length() {
    return this.kept.size
  }
  add(value: Value) {
    const place = key(value)
    if (!this.kept.has(place)) this.kept.set(place, value)
  }
  has(value: Value) {
    return this.kept.has(key(value))
  }
  delete(value: Value) {
    return this.kept.delete(key(value))
  }
  values() {
    return this.kept.values()
  }
  filtered(keeps: (value: Value) => boolean) {
    return new PySet([...this.values()].filter(keeps))
  }
}

/** Its elements, for functions to which the order makes no difference. */
export const each = (value: Value): Iterable<Value> => (value instanceof PySet ? value.values() : value)

export const dict = (entries: [Value, Value][] = []) => new Dict(entries)
export const py_set = (values: Value = []) => new PySet(each(values))
export const py_frozenset = py_set
export const fromkeys = (names: Value, value: Value = null) => new Dict(Array.from(names, (name) => [name, value]))
export const py_dict = (given: Value = []) => new Dict(given instanceof Dict ? given.items() : given)

export function py_bool(value: Value): boolean {
  if (value === null || typeof value !== 'object') return Boolean(value)
  return typeof value.length === 'number' ? value.length > 0 : true
}

export function eq(a: Value, b: Value): boolean {
  if (a === b) return true
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return equalNumbers(a, b)
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((value, i) => eq(value, b[i]))
  if (a instanceof PySet) return b instanceof PySet && a.length === b.length && [...a.values()].every((x) => b.has(x))
  if (a instanceof Dict)
    return (
      b instanceof Dict && a.length === b.length && a.items().every(([name, x]) => b.has(name) && eq(x, b.get(name)))
    )
  return equalObjects(a, b)
}

const equalObjects = (a: Value, b: Value): boolean =>
  isPlain(a) ? (a.__eq__?.(b) ?? false) : a.constructor === b.constructor && eq(Object.values(a), Object.values(b))

/** True is 1 in Python, and False 0. */
const equalNumbers = (a: Value, b: Value) =>
  (typeof a === 'boolean' && typeof b === 'number' && +a === b) ||
  (typeof b === 'boolean' && typeof a === 'number' && +b === a)

const sort = (value: Value) => (typeof value === 'string' || typeof value === 'object' ? typeof value : 'number')

/** Less than 0, 0, or more, as a comes before b. */
export function order(a: Value, b: Value): number {
  if ((Array.isArray(a) && Array.isArray(b)) || (a instanceof Uint8Array && b instanceof Uint8Array)) {
    const at = a.findIndex((value, i) => i >= b.length || !eq(value, b[i]))
    return at < 0 ? a.length - b.length : at >= b.length ? 1 : order(a[at], b[at])
  }
  if (sort(a) !== sort(b) || sort(a) === 'object') throw new TypeError('these values have no order')
  return a < b ? -1 : a > b ? 1 : 0
}

export const lt = (a: Value, b: Value) => order(a, b) < 0
export const le = (a: Value, b: Value) => order(a, b) <= 0
export const gt = (a: Value, b: Value) => order(a, b) > 0
export const ge = (a: Value, b: Value) => order(a, b) >= 0

/** `value in collection` */
export function contains(collection: Value, value: Value): boolean {
  if (collection instanceof Dict || collection instanceof PySet) return collection.has(value)
  if (typeof collection === 'string') return collection.includes(value)
  if (value instanceof Uint8Array && collection instanceof Uint8Array) return `,${collection},`.includes(`,${value},`)
  for (const one of collection) if (one === value || eq(one, value)) return true
  return false
}

/** The same object with other values of some fields (msgspec.structs.replace, dataclasses.replace). */
export function replaced(object: Value, fields: Record<string, Value>): Value {
  const made = Object.assign(Object.create(Object.getPrototypeOf(object)), object, fields)
  delete made[KEY]
  made.__post_init__?.()
  return made
}

/** `_replace` of a NamedTuple. */
export const tuple_replaced = (tuple: Value, fields: Record<string, Value>): Value =>
  new tuple.constructor(
    ...tuple.constructor.fields.map((name: string, i: number) => (name in fields ? fields[name] : tuple[i])),
  )

/** A function that keeps its results; `most`: how many, until it begins anew; 0: all. */
export function memo(found: (...given: Value[]) => Value, most: number) {
  let kept: Map<Value, Value>[] = [] // by the number of arguments; from each argument to what is kept for the next one
  let count = 0
  return (...given: Value[]): Value => {
    const last = given.length - 1
    let at = (kept[last + 1] ??= new Map<Value, Value>())
    for (let i = 0; i < last; i++) {
      const name = key(given[i])
      let next = at.get(name)
      if (next === undefined) at.set(name, (next = new Map<Value, Value>()))
      at = next
    }
    const name = last < 0 ? null : key(given[last])
    let result = at.get(name)
    if (result === undefined) {
      result = found(...given)
      if (most && ++count > most) [kept, count] = [[], 0]
      at.set(name, result)
    }
    return result
  }
}

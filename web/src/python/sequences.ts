// Lists, tuples and tables, the functions that go through them, and the methods of collections.

import { Dict, PySet, contains, each, eq, isRecord, order, py_bool } from './collections'
import { add, and_, or_, sub } from './numbers'
import { IndexError, KeyError, StopIteration, TypeError, ValueError, areNumbers } from './value'
import type { PythonError, Value } from './value'

function missing(kind: typeof PythonError, index: Value): never {
  throw new kind(`no ${String(index)}`)
}

const there = (found: Value, kind: typeof PythonError, index: Value): Value =>
  found === undefined ? missing(kind, index) : found

export function getitem(from: Value, index: Value): Value {
  if (typeof index === 'number' && (Array.isArray(from) || typeof from === 'string' || from instanceof Uint8Array))
    return there(from[index < 0 ? index + from.length : index], IndexError, index)
  if (from instanceof Dict) return there(from.get(index), KeyError, index)
  if (typeof index === 'boolean') return getitem(from, +index)
  if (from.item) return from.item(index)
  if (Array.isArray(index)) return walk(from, index)
  return typeof index === 'string' ? from[index] : missing(TypeError, index)
}

/** An index of several parts. */
export const walk = (from: Value, indexes: Value): Value => [...indexes].reduce(getitem, from)

function place(list: Value[], index: Value) {
  const at = Number(index) < 0 ? Number(index) + list.length : Number(index)
  return at >= 0 && at < list.length ? at : missing(IndexError, index)
}

export function setitem(into: Value, index: Value, value: Value) {
  if (Array.isArray(into)) into[place(into, index)] = value
  else if (into instanceof Dict) into.set(index, value)
  else if (into.set_item) into.set_item(index, value)
  else into[index] = value
}

/** The same for a table: its rows and states are copied, and a number fills a row. */
export function set_cells(into: Value, index: Value, value: Value): void {
  if (into.set_item) return into.set_item(index, value)
  const at = place(into, index)
  const old = into[at]
  into[at] = typeof value !== 'object' && Array.isArray(old) ? filled(old, value) : copied(value)
}

const filled = (shape: Value, value: Value): Value =>
  Array.isArray(shape) ? shape.map((part) => filled(part, value)) : value

export function copied(value: Value): Value {
  if (Array.isArray(value)) return value.length && typeof value[0] === 'object' ? value.map(copied) : value.slice()
  if (!isRecord(value)) return value
  const made = { ...value }
  for (const name in made) if (typeof made[name] === 'object') made[name] = copied(made[name])
  return made
}

/** So many copies of a state. */
export const copies = (state: Value, count: number): Value[] => Array.from({ length: count }, () => copied(state))

export function delitem(from: Value, index: Value) {
  if (Array.isArray(from)) from.splice(place(from, index), 1)
  else if (!from.delete(index)) missing(KeyError, index)
}

export function slice(from: Value, start: Value, end: Value, step: Value): Value {
  if (step === null || step === 1) return from.slice(start ?? 0, end ?? undefined)
  const length: number = from.length
  const at = (index: number) => (index < 0 ? Math.max(index + length, step < 0 ? -1 : 0) : Math.min(index, length))
  const found = []
  if (step > 0)
    for (let i = start === null ? 0 : at(start); i < (end === null ? length : at(end)); i += step) found.push(from[i])
  else {
    const first = start === null ? length - 1 : Math.min(at(start), length - 1)
    for (let i = first; i > (end === null ? -1 : at(end)); i += step) found.push(from[i])
  }
  return typeof from === 'string' ? found.join('') : found
}

/** `list[start:end] = values` */
export function setslice(into: Value[], start: Value, end: Value, step: Value, values: Value) {
  if (step !== null) throw new ValueError('a step in a slice that is assigned')
  const rest = slice(into, end ?? into.length, null, null)
  const from = slice(into, null, start ?? 0, null).length
  into.splice(from, Math.max(0, into.length - from - rest.length), ...values)
}

/** The same for a table: a number fills it, and values are copied. */
export function set_cells_slice(into: Value[], start: Value, end: Value, step: Value, values: Value) {
  const length = slice(into, start, end, step).length
  const from = start === null ? 0 : start < 0 ? start + into.length : start
  for (let i = 0; i < length; i++) set_cells(into, from + i, Array.isArray(values) ? values[i] : values)
}

export const np_array = (values: Value): Value[] => copied([...values])
export const np_zeros = (shape: Value): Value => {
  const [length, ...rest] = [shape].flat()
  return Array.from({ length: Number(length) }, () => (rest.length ? np_zeros(rest) : 0))
}
export const transposed = (rows: Value[][]) => (rows[0] ?? []).map((_, i) => rows.map((row) => row[i]))

// ── Functions ────────────────────────────────────────────────────────────────
export const py_len = (value: Value): number => value.length
export const py_list = (values: Value = []): Value[] => [...values]
export const py_tuple = py_list
export const py_iter = (values: Value): Iterator<Value> => values[Symbol.iterator]()
export const py_reversed = (values: Value): Value[] => [...values].reverse()
export function py_map(given: Value, ...many: Value[]): Value[] {
  const call = callable(given)
  return many.length === 1 ? Array.from(many[0], (value) => call(value)) : py_zip(...many).map((row) => call(...row))
}
export const py_any = (values: Value) => [...each(values)].some(py_bool)
export const py_all = (values: Value) => [...each(values)].every(py_bool)

export function py_range(...given: number[]): number[] {
  const [start, end, step] = given.length === 1 ? [0, given[0]!, 1] : [given[0]!, given[1]!, given[2] ?? 1]
  const found = []
  for (let i = start; step > 0 ? i < end : i > end; i += step) found.push(i)
  return found
}

export function py_enumerate(values: Value, start: Value = 0): Value[] {
  let at = (typeof start === 'object' ? start.start : start) - 1
  return Array.from(values, (value) => [++at, value])
}

export function py_zip(...many: Value[]): Value[][] {
  const lists = many.map((values) => (Array.isArray(values) ? values : [...values]))
  return Array.from({ length: Math.min(...lists.map((list) => list.length)) }, (_, i) => lists.map((list) => list[i]))
}

export function py_next(values: Iterator<Value>, otherwise?: Value): Value {
  const { done, value } = values.next()
  if (!done) return value
  if (otherwise === undefined) throw new StopIteration()
  return otherwise
}

interface Options {
  key?: (value: Value) => Value
  reverse?: boolean
  default?: Value
}
const isOptions = (value: Value): value is Options => isRecord(value)

/** `sorted(values, key=..., reverse=...)`: equal values keep their order, reversed or not. */
export function py_sorted(values: Value, { key: by, reverse }: Options = {}): Value[] {
  const pairs = Array.from(each(values), (value): [Value, Value] => [by ? by(value) : value, value])
  return pairs.sort(([a], [b]) => (reverse ? order(b, a) : order(a, b))).map(([, value]) => value)
}

/** The first of the values that no other is better than. */
const best =
  (better: (a: Value, b: Value) => boolean) =>
  (...given: Value[]): Value => {
    const options: Options = isOptions(given.at(-1)) ? given.pop() : {}
    const values = given.length === 1 ? [...each(given[0])] : given
    let found = values[0]
    let at = options.key && values.length ? options.key(found) : found
    for (let i = 1; i < values.length; i++) {
      const place = options.key ? options.key(values[i]) : values[i]
      if (better(place, at)) [found, at] = [values[i], place]
    }
    if (values.length) return found
    if (!('default' in options)) throw new ValueError('nothing to choose from')
    return options.default
  }
export const py_max = best((a, b) => (areNumbers(a, b) ? a > b : order(a, b) > 0))
export const py_min = best((a, b) => (areNumbers(a, b) ? a < b : order(a, b) < 0))

/** `sum(values)`, of whole numbers: newer Pythons add floats in another way than older ones. */
export function py_sum(values: Value, start: Value = 0): Value {
  let sum = typeof start === 'object' && isRecord(start) ? start.start : start
  for (const value of each(values)) {
    if (typeof value === 'number' && !Number.isInteger(value)) throw new TypeError('sum of floats: add them in a loop')
    sum = add(sum, value)
  }
  return sum
}

// ── Methods ──────────────────────────────────────────────────────────────────
export function dot_extend(list: Value[], values: Value) {
  list.push(...values)
  return null
}
export const dot_copy = (from: Value): Value =>
  Array.isArray(from) ? [...from] : from instanceof Dict ? new Dict(from.items()) : new PySet(from.values())
export const dot_append = (list: Value[], value: Value) => dot_extend(list, [value])
export const dot_tolist = copied

export function dot_sort(list: Value[], options?: Options) {
  list.splice(0, list.length, ...py_sorted(list, options))
  return null
}
export function dot_reverse(list: Value[]) {
  list.reverse()
  return null
}
export function dot_insert(list: Value[], index: number, value: Value) {
  list.splice(index, 0, value)
  return null
}

export function dot_index(from: Value, value: Value): number {
  const at = typeof from === 'string' ? from.indexOf(value) : from.findIndex((one: Value) => eq(one, value))
  return at < 0 ? missing(ValueError, value) : at
}

export const dot_count = (from: Value, value: Value): number =>
  typeof from === 'string'
    ? from.split(value).length + (value === '' ? 1 : -1)
    : from.filter((one: Value) => eq(one, value)).length

export function dot_pop(from: Value, index?: Value, otherwise?: Value): Value {
  if (Array.isArray(from)) return from.length ? from.splice(place(from, index ?? -1), 1)[0] : missing(IndexError, -1)
  const value = from.pop(index)
  return there(value === undefined ? otherwise : value, KeyError, index)
}

export function dot_get(from: Dict, name: Value, otherwise: Value = null): Value {
  const found = from.get(name)
  return found === undefined ? otherwise : found
}
export const dot_items = (from: Dict) => from.items()
export const dot_keys = (from: Dict) => [...from]
export const dot_values = (from: Dict) => from.items().map(([, value]) => value)

export function dot_setdefault(into: Dict, name: Value, otherwise: Value = null): Value {
  if (!into.has(name)) into.set(name, otherwise)
  return into.get(name)
}

export function dot_update(into: Value, more: Value) {
  if (into instanceof PySet) for (const value of each(more)) into.add(value)
  else for (const [name, value] of more instanceof Dict ? more.items() : more) into.set(name, value)
  return null
}

export function dot_add(into: PySet, value: Value) {
  into.add(value)
  return null
}
export function dot_discard(from: PySet, value: Value) {
  from.delete(value)
  return null
}
export function dot_remove(from: Value, value: Value) {
  if (Array.isArray(from)) from.splice(dot_index(from, value), 1)
  else if (!from.delete(value)) missing(KeyError, value)
  return null
}
export function dot_difference_update(from: PySet, values: Value) {
  for (const value of each(values)) from.delete(value)
  return null
}
export const dot_difference = (from: PySet, values: Value) => sub(from, new PySet(each(values)))
export const dot_intersection = (from: PySet, values: Value) => and_(from, new PySet(each(values)))
export const dot_union = (from: PySet, values: Value) => or_(from, new PySet(each(values)))
export const dot_isdisjoint = (from: PySet, values: Value) => ![...each(values)].some((value) => contains(from, value))

// ── The standard library ─────────────────────────────────────────────────────
export const pairwise = (values: Value) => {
  const list = [...values]
  return list.slice(1).map((value, i) => [list[i], value])
}

export function accumulate(values: Value, call: Value = add, options: { initial?: Value } = {}): Value[] {
  if (isRecord(call)) [call, options] = [add, call]
  const found = 'initial' in options ? [options.initial] : []
  for (const value of values) found.push(found.length ? call(found.at(-1), value) : value)
  return found
}

export const takewhile = (keeps: (value: Value) => Value, values: Value): Value[] => {
  const list = [...values]
  const end = list.findIndex((value) => !py_bool(keeps(value)))
  return end < 0 ? list : list.slice(0, end)
}

export const itemgetter =
  (...indexes: Value[]) =>
  (from: Value): Value =>
    indexes.length === 1 ? getitem(from, indexes[0]) : indexes.map((index) => getitem(from, index))

/** A function of it: classes of JavaScript cannot be called. */
const callable = (value: Value): ((...given: Value[]) => Value) =>
  Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false ? (...given) => new value(...given) : value

export const partial = (call: Value, ...first: Value[]) => {
  const made = callable(call)
  return (...more: Value[]): Value => made(...first, ...more)
}

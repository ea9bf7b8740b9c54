// itertools and bisect.

import { each, eq, lt, py_bool, type Value } from '../python/runtime'

export function groupby(values: Value, by: (value: Value) => Value = (value) => value): Value[] {
  const groups: [Value, Value[]][] = []
  for (const value of values) {
    const name = by(value)
    const last = groups.at(-1)
    if (last && eq(last[0], name)) last[1].push(value)
    else groups.push([name, [value]])
  }
  return groups
}
export const chain = (...many: Value[]): Value[] => many.flatMap((values) => [...values])
/** What is left of an iterator afterwards can be read on. */
export function islice(values: Value, ...given: (number | null)[]): Value[] {
  const [start, end, step] = given.length === 1 ? [0, given[0], 1] : given
  const source: Iterator<Value> = values[Symbol.iterator]()
  const found: Value[] = []
  for (let at = 0; at < (end ?? Infinity); at++) {
    const next = source.next()
    if (next.done) break
    const from = at - (start ?? 0)
    if (from >= 0 && from % (step ?? 1) === 0) found.push(next.value)
  }
  return found
}
export const py_filter = (keeps: Value, values: Value): Value[] =>
  [...each(values)].filter((one) => py_bool(keeps ? keeps(one) : one))

export function bisect_right(values: Value[], value: Value): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (lt(value, values[middle])) high = middle
    else low = middle + 1
  }
  return low
}

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

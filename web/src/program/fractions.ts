// Functions of math, and floats as exact fractions.

import { OverflowError, ValueError, fit, type Value } from '../python/runtime'

function whole(value: Value): Value {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return typeof value === 'bigint' ? value : value + 0
  if (Number.isNaN(value)) throw new ValueError('cannot convert float NaN to integer')
  if (!Number.isFinite(value)) throw new OverflowError('cannot convert float infinity to integer')
  return fit(BigInt(value))
}
export const math_ceil = (value: Value) => whole(typeof value === 'number' ? Math.ceil(value) : value)
export const math_floor = (value: Value) => whole(typeof value === 'number' ? Math.floor(value) : value)

/** A float as a fraction in its lowest terms. */
export function dot_as_integer_ratio(value: Value): Value[] {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return [value, 1]
  if (!Number.isFinite(value)) return whole(value)
  let below = 1n
  while (!Number.isInteger(value)) [value, below] = [2 * value, 2n * below]
  return [fit(BigInt(value)), fit(below)]
}

/** The sum of floats, rounded once (Shewchuk 1997). */
export function fsum(values: Iterable<number>): number {
  values = [...values]
  const endless = [...values].filter((x) => !Number.isFinite(x))
  if (endless.length) return endless.reduce((a, b) => a + b)
  const partials: number[] = []
  for (let x of values) {
    let kept = 0
    for (let y of partials) {
      if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x]
      const high = x + y
      const low = y - (high - x)
      if (low !== 0) partials[kept++] = low
      x = high
    }
    partials.splice(kept, partials.length, x)
  }
  let sum = partials.pop() ?? 0
  let low = 0
  while (partials.length) {
    const x = sum
    const y = partials.pop()!
    sum = x + y
    low = y - (sum - x)
    if (low !== 0) break
  }
  const next = partials.at(-1) ?? 0
  if ((low < 0 && next < 0) || (low > 0 && next > 0)) {
    const doubled = 2 * low
    if (doubled === sum + doubled - sum) sum += doubled
  }
  return sum
}

export function math_sqrt(value: number): number {
  if (value < 0) throw new ValueError('math domain error')
  return Math.sqrt(value)
}
export const isnan = (value: number) => Number.isNaN(value)

/** The 64 bits of a float as a whole number with a sign. */
export function bits_of(number: number): Value {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, number)
  return fit(view.getBigInt64(0))
}
/** The other way. */
export function float_of(bits: Value): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigInt64(0, BigInt(bits))
  return view.getFloat64(0)
}

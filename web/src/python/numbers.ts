// Whole numbers are exact, as in Python: a result beyond 2 ** 53 is a BigInt, and one that fits again is a number.

import { PySet, Dict } from './collections'
import { TypeError, ValueError, ZeroDivisionError, areNumbers, type Value } from './value'

const isInt32 = (a: Value) => typeof a === 'number' && (a | 0) === a
const big = (a: Value) => BigInt(a)

/** The same as a number, if that is exact. */
export function fit(a: bigint): Value {
  const number = Number(a)
  return Number.isSafeInteger(number) ? number : a
}

const areWhole = (a: Value, b: Value) =>
  (typeof a === 'bigint' || Number.isInteger(+a)) && (typeof b === 'bigint' || Number.isInteger(+b))
/** Whether a result of two numbers is what Python has: it is exact, or a fraction. */
const isSure = (result: number) => result <= Number.MAX_SAFE_INTEGER && result >= Number.MIN_SAFE_INTEGER

/** `whole`: of whole numbers, which are BigInts; `other`: of others, if it is something else. */
function exact(a: Value, b: Value, whole: (a: Value, b: Value) => Value, other = whole): Value {
  return areWhole(a, b) ? fit(whole(big(a), big(b))) : other(Number(a), Number(b))
}

export function add(a: Value, b: Value): Value {
  if (areNumbers(a, b)) {
    const sum = a + b
    if (isSure(sum)) return sum
  }
  if (typeof a === 'string') return a + text(b)
  if (Array.isArray(a)) return [...a, ...b]
  if (a instanceof Uint8Array) return Uint8Array.from([...a, ...b])
  return exact(a, b, (x, y) => x + y)
}

function text(b: Value) {
  if (typeof b !== 'string') throw new TypeError('can only concatenate str to str')
  return b
}

export function sub(a: Value, b: Value): Value {
  if (areNumbers(a, b)) {
    const difference = a - b
    if (isSure(difference)) return difference
  }
  if (a instanceof PySet) return a.filtered((value) => !b.has(value))
  return exact(a, b, (x, y) => x - y)
}

export function mul(a: Value, b: Value): Value {
  if (areNumbers(a, b)) {
    const product = a * b
    if (isSure(product)) return product
  }
  if (typeof b === 'string' || Array.isArray(b)) [a, b] = [b, a]
  if (typeof a === 'string') return a.repeat(Math.max(0, Number(b)))
  if (Array.isArray(a)) return Array.from({ length: Math.max(0, Number(b)) }, () => a as Value[]).flat()
  return exact(a, b, (x, y) => x * y)
}

function divisor(b: Value) {
  if (b === 0 || b === false) throw new ZeroDivisionError('division by zero')
  return b
}

export const truediv = (a: Value, b: Value): number => Number(a) / Number(divisor(b))

export function floordiv(a: Value, b: Value): Value {
  divisor(b)
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) return Math.floor(a / b)
  return exact(a, b, floored, (x, y) => Math.round((x - floatMod(x, y)) / y))
}

function floored(a: bigint, b: bigint) {
  const quotient = a / b
  return quotient * b !== a && a < 0n !== b < 0n ? quotient - 1n : quotient
}

export function mod(a: Value, b: Value): Value {
  divisor(b)
  if (areNumbers(a, b)) return floatMod(a, b)
  return exact(a, b, (x, y) => x - floored(x, y) * y, floatMod)
}

/** The remainder with the sign of the divisor. */
function floatMod(a: number, b: number) {
  const rest = a % b
  if (rest === 0) return 0
  return rest < 0 !== b < 0 ? rest + b : rest
}

export const py_divmod = (a: Value, b: Value) => [floordiv(a, b), mod(a, b)]
export const neg = (a: Value): Value => (typeof a === 'bigint' ? fit(-a) : -a)
export const invert = (a: Value): Value =>
  Number.isSafeInteger(a) && a < Number.MAX_SAFE_INTEGER ? -1 - a : fit(~big(a))

/** The bits of a whole number from the 33rd on. Both halves are done by themselves: a BigInt takes ten times as long. */
const high = (a: number) => Math.floor(a / 0x1_0000_0000)

/** An operator of bits, for what is not small. */
const ofBits = (halves: (a: number, b: number) => number, whole: (a: bigint, b: bigint) => bigint) => {
  return (a: Value, b: Value): Value => {
    if (typeof a === 'bigint' && typeof b === 'bigint') return fit(whole(a, b))
    if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
      const found = halves(high(a), high(b)) * 0x1_0000_0000 + (halves(a | 0, b | 0) >>> 0)
      if (isSure(found)) return found
    }
    if (typeof a === 'boolean' && typeof b === 'boolean') return Boolean(halves(+a, +b))
    return fit(whole(big(a), big(b)))
  }
}

const largeAnd = ofBits(
  (a, b) => a & b,
  (a, b) => a & b,
)
const largeOr = ofBits(
  (a, b) => a | b,
  (a, b) => a | b,
)
const largeXor = ofBits(
  (a, b) => a ^ b,
  (a, b) => a ^ b,
)
export const xor = (a: Value, b: Value): Value => (isInt32(a) && isInt32(b) ? a ^ b : largeXor(a, b))

export function and_(a: Value, b: Value): Value {
  if (isInt32(a) && isInt32(b)) return a & b
  return a instanceof PySet ? a.filtered((value) => b.has(value)) : largeAnd(a, b)
}

export function or_(a: Value, b: Value): Value {
  if (isInt32(a) && isInt32(b)) return a | b
  if (a instanceof PySet) return new PySet([...a.values(), ...b.values()])
  return a instanceof Dict ? new Dict([...a.items(), ...b.items()]) : largeOr(a, b)
}

function shift(b: Value) {
  if (b < 0) throw new ValueError('negative shift count')
  return Number(b)
}

const POWERS = Array.from({ length: 55 }, (_, i) => 2 ** i) // enough to leave nothing of a number that is exact

export function lshift(a: Value, b: Value): Value {
  const by = shift(b)
  const moved = by < POWERS.length && typeof a !== 'bigint' ? a * POWERS[by]! : NaN
  return Number.isSafeInteger(moved) ? moved : fit(big(a) << BigInt(by))
}

export function rshift(a: Value, b: Value): Value {
  const by = shift(b)
  return typeof a === 'bigint' ? fit(a >> BigInt(by)) : Math.floor(a / POWERS[Math.min(by, POWERS.length - 1)]!)
}

const ones32 = (a: number) => {
  a -= (a >>> 1) & 0x55555555
  a = (a & 0x33333333) + ((a >>> 2) & 0x33333333)
  return Math.imul((a + (a >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
const lowest32 = (a: number) => 31 - Math.clz32(a & -a)

/** Both halves of a mask of 64 bits, from the lower one. */
const halvesOf = (mask: Value): [number, number] =>
  typeof mask === 'bigint'
    ? [Number(mask & 0xffffffffn) | 0, Number((mask >> 32n) & 0xffffffffn) | 0]
    : [mask | 0, high(mask) | 0]

/** The least member of a mask of 64 bits; of an empty one 64 (rookery.core.bits). */
export function lowest_bit(mask: Value): number {
  const [low, high] = halvesOf(mask)
  return low !== 0 ? lowest32(low) : high !== 0 ? 32 + lowest32(high) : 64
}

/** A mask of 64 bits without its least member. */
export function without_lowest(mask: Value): Value {
  if (isInt32(mask) && mask >= 0) return mask & (mask - 1)
  const wide = BigInt.asUintN(64, big(mask))
  return fit(BigInt.asIntN(64, wide & (wide - 1n)))
}

/** The number of members of a mask of 64 bits. */
export function count_bits(mask: Value): number {
  const [low, high] = halvesOf(mask)
  return ones32(low) + ones32(high)
}

export function dot_bit_count(number: Value): number {
  if (isInt32(number)) return ones32(Math.abs(number))
  let left = BigInt(number)
  if (left < 0n) left = -left
  let found = 0
  for (; left; left >>= 32n) found += ones32(Number(left & 0xffffffffn))
  return found
}

export function dot_bit_length(number: Value): number {
  if (isInt32(number)) return 32 - Math.clz32(Math.abs(number))
  const wide = big(number)
  return (wide < 0n ? -wide : wide).toString(2).length
}

export const py_abs = (a: Value): Value => (typeof a === 'bigint' ? fit(a < 0n ? -a : a) : Math.abs(a))

/** `int(a)`; of a text only with digits of English. */
export function py_int(a: Value = 0): Value {
  if (typeof a === 'bigint') return a
  if (typeof a !== 'string') return Math.trunc(Number(a))
  if (!/^[+-]?[0-9]+$/.test(a.trim())) throw new ValueError(`invalid literal for int(): ${a}`)
  return fit(BigInt(a.trim().replace(/^\+/, '')))
}

export const py_float = (a: Value) => Number(a)

/** What a field of a record keeps: a truth as a number. */
export const cell = (a: Value): Value => (typeof a === 'boolean' ? +a : a)

const SURE = 2 ** 30 // below it, a product with a power of ten is off by less than DOUBT
const DOUBT = 1e-6

/** `round(a, digits)`: to the nearest, and exact halves to the even one, of the number that the float is. */
export function py_round(a: Value, digits = 0): Value {
  if (typeof a !== 'number' || Number.isInteger(a)) return typeof a === 'boolean' ? +a : a
  const tens = 10 ** digits
  const moved = a * tens
  const below = Math.floor(moved)
  const rest = moved - below
  if (Math.abs(moved) < SURE && Math.abs(rest - 0.5) > DOUBT) return (rest < 0.5 ? below : below + 1) / tens
  const halves = a * 2 ** (digits + 1) // odd exactly if the rest is one half
  if (!Number.isInteger(halves)) return Number(a.toFixed(digits))
  const even = Math.floor((halves * 5 ** digits) / 2)
  return (floatMod(even, 2) === 0 ? even : even + 1) / tens
}

// Bytes of Python are an Uint8Array.

import { TypeError, ValueError, OverflowError, fit } from '../python/runtime'
import type { Value } from '../python/runtime'
import { UnicodeDecodeError, UnicodeEncodeError } from './program_errors'

/** Signs that JSON has only as escapes, as a set. */
export const CONTROL = '\\0-\\x1f'

export const as_bytes = (values: Iterable<number>) => Uint8Array.from(values)

export function py_bytes(given: Value = []): Uint8Array {
  if (typeof given === 'number') return new Uint8Array(given)
  if (typeof given === 'string') throw new TypeError('string argument without an encoding')
  const values = [...given]
  if (values.some((one) => one < 0 || one > 255)) throw new ValueError('bytes must be in range(0, 256)')
  return Uint8Array.from(values)
}
export const is_bytes = (value: Value) => value instanceof Uint8Array

/** `between.join(parts)`, of bytes. */
export const bytes_join = (between: Uint8Array, parts: Value): Uint8Array =>
  Uint8Array.from([...parts].flatMap((part, i) => (i ? [...between, ...part] : [...part])))

const HEX_OF_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
export const dot_hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => HEX_OF_BYTES[byte]).join('')

export function from_hex(text: string): Uint8Array {
  const pairs = text.replaceAll(/([0-9a-fA-F]{2})[ \t-\r]*/g, '$1').replace(/^[ \t-\r]+/, '')
  if (!/^([0-9a-fA-F]{2})*$/.test(pairs)) throw new ValueError('non-hexadecimal number found in fromhex() arg')
  return Uint8Array.from(pairs.match(/../g) ?? [], (byte) => parseInt(byte, 16))
}

/** Bytes as letters of the same numbers, and the other way. */
export const letters = (text: Value): string =>
  typeof text === 'string' ? text : Array.from(text as Uint8Array, (byte) => String.fromCharCode(byte)).join('')
export const bytes_of = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

// ── Texts ────────────────────────────────────────────────────────────────────
const HALF_LETTERS = /\p{Cs}/u

/** The bytes of a text as UTF-8. Of half a letter, which is none, `surrogatepass` makes what JavaScript does. */
export function dot_encode(text: string, _ = 'utf-8', errors = 'strict'): Uint8Array {
  if (errors === 'strict' && HALF_LETTERS.test(text))
    throw new UnicodeEncodeError("'utf-8' codec can't encode characters: surrogates not allowed")
  return new TextEncoder().encode(errors === 'replace' ? text.replaceAll(/\p{Cs}/gu, '?') : text)
}

export function dot_decode(bytes: Uint8Array, encoding = 'utf-8', errors = 'strict'): string {
  try {
    return new TextDecoder(encoding.replace(/^(utf)-?(8|16)-?/i, '$1-$2'), {
      fatal: errors === 'strict',
      ignoreBOM: true,
    }).decode(bytes)
  } catch {
    throw new UnicodeDecodeError(`'${encoding}' codec can't decode bytes`)
  }
}

// ── Numbers ──────────────────────────────────────────────────────────────────
export const int_from_bytes = (bytes: Uint8Array, order: 'little' | 'big' = 'big'): Value =>
  fit(BigInt(`0x${dot_hex(order === 'big' ? bytes : bytes.slice().reverse()) || '0'}`))

export function dot_to_bytes(value: Value, length = 1, order: 'little' | 'big' = 'big'): Uint8Array {
  const whole = BigInt(value)
  if (whole < 0n) throw new OverflowError("can't convert negative int to unsigned")
  if (whole >> BigInt(8 * length)) throw new OverflowError('int too big to convert')
  const bytes = Uint8Array.from({ length }, (_, i) => Number((whole >> BigInt(8 * i)) & 0xffn))
  return order === 'little' ? bytes : bytes.reverse()
}

// ── Base 64 ──────────────────────────────────────────────────────────────────
export const b64encode = (bytes: Uint8Array) => dot_encode(btoa(letters(bytes)))
export const urlsafe_b64encode = (bytes: Uint8Array) =>
  dot_encode(btoa(letters(bytes)).replaceAll('+', '-').replaceAll('/', '_'))
/** Python skips what is no digit of it. */
export function b64decode(given: Value): Uint8Array {
  const digits = letters(given).replaceAll(/[^A-Za-z0-9+/=]/g, '')
  const whole = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?/.exec(digits)![0]
  if (digits.slice(whole.length).replace(/^=+/, '')) throw new ValueError('Incorrect padding')
  return bytes_of(atob(whole))
}

/** msgspec.Raw: JSON that is written already. */
export class Raw {
  readonly bytes: Uint8Array
  constructor(given: Value) {
    this.bytes = typeof given === 'string' ? dot_encode(given) : given
  }
}
export const raw_json = (given: Value) => new Raw(given)

// Time and chance, as the place where the program runs has them.

import { IndexError, fit, type Value } from '../python/runtime'
import { dot_decode, urlsafe_b64encode } from './bytes'

/** The clock and the chance of the place where the program runs; tests have others. */
export const host = {
  now: () => Date.now(), // ms since 1970
  passed: () => performance.now(), // ms since a moment in the past
  random: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
}

export const time_time = () => host.now() / 1000
export const time_monotonic = () => host.passed() / 1000

export const token_bytes = (count: number) => host.random(count)
export const token_urlsafe = (count: number) => dot_decode(urlsafe_b64encode(host.random(count))).replaceAll('=', '')
export function randbits(bits: number): Value {
  const bytes = host.random(Math.ceil(bits / 8))
  const whole = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return fit(whole >> BigInt(8 * bytes.length - bits))
}
export function random_choice(values: Value[]): Value {
  if (values.length === 0) throw new IndexError('Cannot choose from an empty sequence')
  const bits = Math.ceil(Math.log2(values.length))
  for (;;) {
    const found = Number(randbits(Math.max(1, bits)))
    if (found < values.length) return values[found]
  }
}

/** Views from what is different in their bytes, as the server finds it (src/rookery/view_runs.py). */

const CHECK_BYTES = 4
const HEAD = 3 // bytes before a run: where it begins, and how long it is
const ADLER = 65521

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** The bytes after; null if they are not those that were meant: then there were others before. */
export function rebuilt(before: Uint8Array, runs: Uint8Array): Uint8Array | null {
  const after = before.slice()
  const numbers = new DataView(runs.buffer, runs.byteOffset, runs.byteLength)
  for (let at = CHECK_BYTES; at < runs.length;) {
    const start = numbers.getUint16(at, true)
    const length = numbers.getUint8(at + 2)
    if (start + length > after.length || at + HEAD + length > runs.length) return null
    after.set(runs.subarray(at + HEAD, at + HEAD + length), start)
    at += HEAD + length
  }
  return adler32(after) === numbers.getUint32(0, true) ? after : null
}

function adler32(bytes: Uint8Array): number {
  let [sum, sums] = [1, 0]
  for (const byte of bytes) {
    sum = (sum + byte) % ADLER
    sums = (sums + sum) % ADLER
  }
  return sums * 65536 + sum
}

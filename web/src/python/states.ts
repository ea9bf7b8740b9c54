// The state of a position, as the server sends it: packed bytes, whose layout comes with the code of the game.

import { fit } from './numbers'
import type { Value } from './value'

/** Name, first byte, type (of NumPy: int8, uint64 ...) and shape of each field. */
export type Layout = [name: string, offset: number, type: string, shape: number[]][]

export const WORD = 8 // bytes: a state is padded to whole words (core/protocol.py)
export const CELLS = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  float32: Float32Array,
  float64: Float64Array,
}

/** The fields of a state by name. Raises RangeError for too few bytes, and for more than fill its last word: those are
 *  of another game. */
export function readState(layout: Layout, bytes: Uint8Array): Record<string, Value> {
  const state: Record<string, Value> = {}
  let size = 0
  for (const [name, offset, type, shape] of layout) {
    const kind = CELLS[type as keyof typeof CELLS]
    const count = shape.reduce((a, b) => a * b, 1)
    const end = offset + count * kind.BYTES_PER_ELEMENT
    if (end > bytes.length) throw new RangeError(`a state has at least ${end} bytes`)
    size = Math.max(size, end)
    const read: Iterable<number | bigint> = new kind(bytes.slice(offset, end).buffer) // they need not lie at its multiples
    const cells = Array.from(read, (cell) => (typeof cell === 'bigint' ? fit(cell) : cell))
    state[name] = shape.length ? rowsOf(cells, shape) : cells[0]
  }
  if (bytes.length >= size + WORD) throw new RangeError(`a state has ${size} bytes, and what fills its last word`)
  return state
}

function rowsOf(cells: Value[], [length, ...rest]: number[]): Value[] {
  if (rest.length === 0) return cells
  const size = cells.length / length!
  return Array.from({ length: length! }, (_, i) => rowsOf(cells.slice(i * size, (i + 1) * size), rest))
}

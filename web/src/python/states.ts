// The state of a position, as the server sends it: packed bytes, whose layout comes with the code of the game.

import type { Value } from './value'

/** Name, first byte, type (of NumPy: int8, uint64 ...) and shape of each field. */
export type Layout = [name: string, offset: number, type: string, shape: number[]][]

const READ: Record<string, (view: DataView, at: number) => number | bigint> = {
  int8: (view, at) => view.getInt8(at),
  uint8: (view, at) => view.getUint8(at),
  int16: (view, at) => view.getInt16(at, true),
  uint16: (view, at) => view.getUint16(at, true),
  int32: (view, at) => view.getInt32(at, true),
  uint32: (view, at) => view.getUint32(at, true),
  int64: (view, at) => fit(view.getBigInt64(at, true)),
  uint64: (view, at) => fit(view.getBigUint64(at, true)),
  float32: (view, at) => view.getFloat32(at, true),
  float64: (view, at) => view.getFloat64(at, true),
}
const fit = (a: bigint) => (a >= -9007199254740991n && a <= 9007199254740991n ? Number(a) : a)

/** The fields of a state by name. Raises RangeError if there are too few bytes. */
export function readState(layout: Layout, bytes: Uint8Array): Record<string, Value> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Object.fromEntries(
    layout.map(([name, offset, type, shape]) => {
      const read = READ[type]!
      const size = Number(/\d+/.exec(type)) / 8
      let at = offset - size
      const cells = ([length, ...rest]: number[]): Value =>
        length === undefined ? read(view, (at += size)) : Array.from({ length }, () => cells(rest))
      return [name, cells(shape)]
    }),
  )
}

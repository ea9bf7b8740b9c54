// States of positions as bytes again, and empty ones.

import { CELLS, WORD, readState, type Layout } from './states'
import type { Value } from './value'

type Cells = { from(cells: Value[]): { buffer: ArrayBuffer }; BYTES_PER_ELEMENT: number }
const cellsOf = (type: string) => CELLS[type as keyof typeof CELLS] as unknown as Cells

/** How many bytes a state has: it is filled up to whole words. */
function packedSize(layout: Layout): number {
  const ends = layout.map(([, offset, type, shape]) => {
    const count = shape.reduce((a, b) => a * b, 1)
    return offset + count * cellsOf(type).BYTES_PER_ELEMENT
  })
  return WORD * Math.ceil(Math.max(0, ...ends) / WORD)
}

/** The bytes of a state: the other way than readState. */
export function packedState(layout: Layout, state: Record<string, Value>): Uint8Array {
  const bytes = new Uint8Array(packedSize(layout))
  for (const [name, offset, type, shape] of layout) {
    const values: Value[] = shape.length ? state[name].flat(shape.length) : [state[name]]
    const cells = cellsOf(type).from(type.endsWith('int64') ? values.map(BigInt) : values)
    bytes.set(new Uint8Array(cells.buffer), offset)
  }
  return bytes
}

/** A state of zeros. */
export const blankState = (layout: Layout): Record<string, Value> =>
  readState(layout, new Uint8Array(packedSize(layout)))

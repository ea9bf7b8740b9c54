// Arrays that kernels use again and again (core/compiling/lent.py). They lie in the memory of one instance of a module
// once a kernel was given them; what was written before lies in bytes of their own.

import { CELLS, WORD, IndexError, TypeError, fit, type Value } from '../python/runtime'

/** A field of a record: its type, its first byte, and its lengths. */
type RecordField = [type: string, offset: number, shape: number[]]
/** The elements of an array: the name of their type, or the records that they are. */
export type Elements =
  string | { size: number; fields: Record<string, RecordField>; packed?: (state: Value) => Uint8Array }

const LITTLE = true // the order of bytes, as WebAssembly has it

/** Memory of one instance of a module, which is never freed: it ends with the instance. */
export interface KernelMemory {
  memory: WebAssembly.Memory
  take(size: number): number // an address
}

/** The memory of an array, and of all that share it. */
class Store {
  home: KernelMemory | null = null
  address = 0
  #own = new Uint8Array(0) // the first bytes, as far as they were written

  /** `cleared`: it is zeros until something else is written. */
  constructor(
    readonly size: number,
    readonly cleared: boolean,
  ) {}

  /** Some of its bytes, to be read or written. */
  view(start: number, size: number): DataView {
    if (start < 0 || start + size > this.size) throw new IndexError('there is no such element')
    if (this.home) return new DataView(this.home.memory.buffer, this.address + start, size)
    if (start + size > this.#own.length) {
      const more = new Uint8Array(Math.min(this.size, 2 * (start + size)))
      more.set(this.#own)
      this.#own = more
    }
    return new DataView(this.#own.buffer, start, size)
  }

  /** Lie in this memory from now on. */
  move(home: KernelMemory): void {
    if (this.home === home) return
    const { buffer, byteOffset, byteLength } = this.home ? this.view(0, this.size) : this.#own
    const old = new Uint8Array(buffer, byteOffset, byteLength)
    const address = home.take(this.size) // memory that nobody had is zeros
    new Uint8Array(home.memory.buffer).set(old, address)
    this.#own = new Uint8Array(0)
    Object.assign(this, { home, address })
  }
}

export const sizeOf = (elements: Elements): number =>
  typeof elements === 'string' ? cells(elements).BYTES_PER_ELEMENT : elements.size
const cells = (type: string) => CELLS[type as keyof typeof CELLS]

/** What DataView calls the numbers of a type. */
const called = (type: string): string => cells(type).name.replace('Array', '')
export function readNumber(view: DataView, type: string, at = 0): Value {
  if (type === 'bool') return view.getUint8(at) !== 0
  const found = (view as Value)[`get${called(type)}`](at, LITTLE)
  return typeof found === 'bigint' ? fit(found) : found
}
export function writeNumber(view: DataView, type: string, value: Value, at = 0): void {
  if (type === 'bool') return view.setUint8(at, +value)
  const given = type.endsWith('int64') ? BigInt(value) : Number(value)
  ;(view as Value)[`set${called(type)}`](at, given, LITTLE)
}

/** numpy.ndarray, of what kernels are lent: its elements, or a field of all its records, by number. */
export class LentArray {
  constructor(
    readonly shape: number[],
    readonly elements: Elements,
    readonly store: Store,
    readonly field: RecordField | null = null,
  ) {}

  get length(): number {
    return this.shape[0]!
  }
  get address(): number {
    return this.store.address
  }

  item(index: Value): Value {
    if (typeof index === 'string') return new LentArray(this.shape, this.elements, this.store, this.#fieldOf(index))
    const view = this.#view(index)
    if (typeof this.elements === 'string') return readNumber(view, this.elements)
    if (this.field) return readNumber(view, this.field[0], this.field[1])
    return new LentRecord(() => this.#view(index), this.elements.fields)
  }

  set_item(index: Value, value: Value): void {
    const view = this.#view(index)
    if (typeof this.elements === 'string') return writeNumber(view, this.elements, value)
    if (this.field) return writeNumber(view, this.field[0], value, this.field[1])
    if (Array.isArray(value)) new LentRecord(() => view, this.elements.fields).fill(value)
    else new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(this.elements.packed!(value))
  }

  #fieldOf(name: string): RecordField {
    const found = typeof this.elements === 'string' ? undefined : this.elements.fields[name]
    if (!found) throw new TypeError(`no field of name ${name}`)
    return found
  }

  #view(index: Value): DataView {
    const at = Number(index) < 0 ? Number(index) + this.length : Number(index)
    if (this.shape.length !== 1 || !(at >= 0 && at < this.length)) throw new IndexError(`index ${index}`)
    const size = sizeOf(this.elements)
    return this.store.view(at * size, size)
  }
}

/** A record of such an array. It looks for its bytes each time, because a call may move them. */
class LentRecord {
  constructor(
    readonly view: () => DataView,
    readonly fields: Record<string, RecordField>,
  ) {}

  item(name: Value): Value {
    const [type, offset] = this.fields[name]!
    return readNumber(this.view(), type, offset)
  }
  set_item(name: Value, value: Value): void {
    const [type, offset] = this.fields[name]!
    writeNumber(this.view(), type, value, offset)
  }
  fill(values: Value[]): void {
    Object.keys(this.fields).forEach((name, i) => this.set_item(name, values[i]))
  }
}

const made = (shape: Value, elements: Elements, cleared: boolean) => {
  const lengths = [shape].flat().map(Number)
  const size = lengths.reduce((a, b) => a * b, sizeOf(elements))
  return new LentArray(lengths, elements, new Store(size, cleared))
}
export const lent_empty = (shape: Value, elements: Elements) => made(shape, elements, false)
export const lent_zeros = (shape: Value, elements: Elements = 'float64') => made(shape, elements, true)
export const lent_words = ({ store, length }: LentArray) =>
  new LentArray([length, store.size / length / WORD], 'uint64', store)

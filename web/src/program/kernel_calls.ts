// Calls of the kernels of a game's module (src/rookery/wasm/describe.py). Arrays that are lent lie in the memory of an
// instance; lists of numbers and states of positions are copied there for each call, and back.

import { CELLS, PythonError, TypeError, WORD, fit, type Value } from '../python/runtime'
import { LentArray, sizeOf, writeNumber, type KernelMemory } from './lent_arrays'

interface Argument {
  kind: 'int' | 'unsigned' | 'float' | 'bool' | 'array' | 'record' | 'bundle'
  of: string // of an array or a record: the name of a number's type, or of a record
  axes: number // of an array
  fields: Argument[] // of a bundle
}

/** What a caller has to know of a module, as JSON. */
export interface ModuleDescription {
  kernels: Record<string, { arguments: Argument[]; returns: 'int' | 'unsigned' | 'float' | 'bool' | 'nothing' }>
  records: Record<string, { size: number }>
}

/** States of positions as bytes, and back. */
interface States {
  packed(state: Value): Uint8Array
  unpacked(bytes: Uint8Array): Value
}

const ALIGNMENT = 16
const MEMORY_PAGE = 65_536 // bytes of WebAssembly's memory
const LEAST_GROWN = 128 // pages: to grow takes long, and memory that is not used costs nothing
const LARGEST = 1 << 26 // bytes: of an instance that has more, new arrays are not
export const BINDINGS = 'rookery.core.bindings' // whose kernels a module calls rules.setup, rules.legal ...

const aligned = (size: number) => Math.ceil(size / ALIGNMENT) * ALIGNMENT

class Instance implements KernelMemory {
  readonly memory: WebAssembly.Memory
  readonly #exports: Record<string, (block: number) => void>
  end: number // of all arrays

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module)
    this.#exports = exports as never
    this.memory = exports.memory as WebAssembly.Memory
    this.end = aligned((exports.heap as WebAssembly.Global).value as number)
  }

  take(size: number): number {
    const address = this.end
    this.end = aligned(address + size)
    this.reserve(this.end)
    return address
  }

  reserve(size: number): void {
    const missing = Math.ceil((size - this.memory.buffer.byteLength) / MEMORY_PAGE)
    if (missing <= 0) return
    try {
      this.memory.grow(Math.max(LEAST_GROWN, missing))
    } catch {
      this.memory.grow(missing) // there may be room for so much
    }
  }

  call(kernel: string, block: number): void {
    this.#exports[kernel]!(block)
  }
}

let newest: { module: WebAssembly.Module; instance: Instance } | null = null // of all games: each keeps its memory

/** The kernels of a game. A search has its arrays in one instance; later ones have another, once that is large, so that
 *  nothing has to be freed one by one. */
export class GameKernels {
  /** `broken`: makes the error of Python for one of WebAssembly, such as of memory that cannot grow. */
  constructor(
    readonly description: ModuleDescription,
    readonly module: WebAssembly.Module,
    readonly states: States,
    readonly broken: (error: unknown) => Error,
  ) {}

  /** The kernels of one generic file, by their names. */
  of(template: string): Record<string, (...given: Value[]) => Value> {
    const short = template === BINDINGS ? 'rules' : template.split('.').at(-1)
    const names = Object.keys(this.description.kernels).filter((name) => name.startsWith(`${short}.`))
    const called =
      (name: string) =>
      (...given: Value[]) =>
        this.#guarded(() => this.#run(name, given))
    return Object.fromEntries(names.map((name) => [name.split('.')[1]!, called(name)]))
  }

  /** Kernels raise nothing, so whatever goes wrong is a fault of the module, or of this machine. */
  #guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (error instanceof PythonError) throw error
      newest = null // it may be without memory
      console.error(error)
      throw this.broken(error)
    }
  }

  #run(kernel: string, given: Value[]): Value {
    const { arguments: taken, returns } = this.description.kernels[kernel]!
    const lent = given.flatMap((one) => [...lentIn(one)])
    const home = (lent.find(({ store }) => store.home)?.store.home as Instance | undefined) ?? this.#fresh()
    for (const { store } of lent) store.move(home)
    const call = new Call(this, home, taken, given)
    home.call(kernel, call.block)
    return call.result(returns)
  }

  #fresh(): Instance {
    if (newest?.module !== this.module || newest.instance.end > LARGEST)
      newest = { module: this.module, instance: new Instance(this.module) }
    return newest.instance
  }
}

/** A bundle is a list with names. */
function* lentIn(given: Value): Generator<LentArray> {
  if (given instanceof LentArray) yield given
  else if (Array.isArray(given) && given.constructor !== Array) for (const part of given) yield* lentIn(part)
}

/** A list that is copied: of numbers, also in rows, or of states. */
interface Copied {
  list: Value
  of: string
  address: number
  shape: number[]
}

class Call {
  readonly block: number
  readonly #kernels: GameKernels
  readonly #home: Instance
  readonly #copied = new Map<Value, Copied>() // by the list itself: the same one may be given twice
  #end: number

  constructor(kernels: GameKernels, home: Instance, taken: Argument[], given: Value[]) {
    this.#kernels = kernels
    this.#home = home
    this.#end = home.end
    const words: [kind: Argument['kind'], value: Value][] = []
    taken.forEach((argument, i) => this.#lend(argument, given[i], words))
    this.block = this.#end
    home.reserve(this.block + WORD * (1 + words.length))
    const view = new DataView(home.memory.buffer)
    words.forEach(([kind, value], i) => {
      const type = kind === 'float' ? 'float64' : kind === 'unsigned' ? 'uint64' : 'int64'
      writeNumber(view, type, value, this.block + WORD * (1 + i))
    })
    for (const one of this.#copied.values()) this.#write(one)
  }

  #lend(argument: Argument, value: Value, words: [Argument['kind'], Value][]): void {
    if (argument.kind === 'bundle') argument.fields.forEach((field, i) => this.#lend(field, value[i], words))
    else if (argument.kind === 'array') {
      const { address, shape } = value instanceof LentArray ? value : this.#copy(argument, value)
      for (const word of [address, ...shape]) words.push(['int', word])
    } else if (argument.kind === 'record') words.push(['int', this.#copy(argument, [value]).address])
    else words.push([argument.kind, value])
  }

  #copy({ of, axes = 1 }: Argument, list: Value): Copied {
    const known = this.#copied.get(list)
    if (known && (known.of !== of || known.shape.length !== axes)) throw new TypeError('a list has one type')
    if (known) return known
    const shape = axes === 1 ? [list.length] : [list.length, list[0]?.length ?? 0]
    const copied = { list, of, address: this.#end, shape }
    const { records } = this.#kernels.description
    const size = shape.reduce((a, b) => a * b, records[of]?.size ?? sizeOf(of))
    this.#end = aligned(this.#end + size)
    this.#copied.set(list, copied)
    return copied
  }

  #numbers({ of, address, shape }: Copied): Value {
    const length = shape.reduce((a, b) => a * b, 1)
    return new CELLS[of as keyof typeof CELLS](this.#home.memory.buffer, address, length)
  }

  #bytes(of: string, address: number, i: number): Uint8Array {
    const { size } = this.#kernels.description.records[of]!
    return new Uint8Array(this.#home.memory.buffer, address + i * size, size)
  }

  #write(copied: Copied): void {
    const { list, of, address, shape } = copied
    if (of in this.#kernels.description.records)
      for (let i = 0; i < list.length; i++) this.#bytes(of, address, i).set(this.#kernels.states.packed(list[i]))
    else {
      const flat: Value[] = shape.length > 1 ? list.flat() : list
      this.#numbers(copied).set(of.endsWith('int64') ? Array.from(flat, BigInt) : flat)
    }
  }

  /** What the kernel returned; what it wrote is in the lists again. */
  result(kind: string): Value {
    for (const one of this.#copied.values()) this.#bringBack(one)
    const view = new DataView(this.#home.memory.buffer, this.block, WORD)
    if (kind === 'nothing') return null
    if (kind === 'float') return view.getFloat64(0, true)
    const found = fit(kind === 'unsigned' ? view.getBigUint64(0, true) : view.getBigInt64(0, true))
    return kind === 'bool' ? found !== 0 : found
  }

  #bringBack(copied: Copied): void {
    const { list, of, address, shape } = copied
    if (ArrayBuffer.isView(list)) return // constants
    if (of in this.#kernels.description.records) {
      const { packed, unpacked } = this.#kernels.states
      for (let i = 0; i < list.length; i++) {
        const [before, after] = [packed(list[i]), this.#bytes(of, address, i)]
        if (after.some((byte, at) => byte !== before[at])) Object.assign(list[i], unpacked(after.slice()))
      }
      return
    }
    const numbers = this.#numbers(copied)
    const back = (i: number): Value => (typeof numbers[i] === 'bigint' ? fit(numbers[i]) : numbers[i])
    if (shape.length === 1) for (let i = 0; i < list.length; i++) list[i] = back(i)
    else
      list.forEach((row: Value[], r: number) => {
        for (let i = 0; i < row.length; i++) row[i] = back(r * row.length + i)
      })
  }
}

/** Calls of kernels: what is copied to the memory of a module and back, and what a fault of a module costs. The module
 *  is JavaScript here. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GameKernels, type ModuleDescription } from '../../src/program/kernel_calls'
import { lent_zeros } from '../../src/program/lent_arrays'
import { IndexError } from '../../src/python/runtime'

const PAGES = 2 // of memory: 64 KiB each
const MOST_PAGES = 200
const HEAP = 1024

const array = (of: string, axes = 1) => ({ kind: 'array' as const, of, axes, fields: [] })
const description: ModuleDescription = {
  records: {},
  kernels: {
    'test.doubled': { arguments: [array('int16'), array('int16')], returns: 'int' },
    'test.two': { arguments: [array('int16'), array('float64')], returns: 'int' },
    'test.lengths': { arguments: [array('float64', 2)], returns: 'int' },
    'test.largest': { arguments: [{ kind: 'unsigned', of: '', axes: 0, fields: [] }], returns: 'unsigned' },
    'test.traps': { arguments: [array('uint8')], returns: 'nothing' },
  },
}

/** Word `i` of a block, and its result. */
const word = (memory: WebAssembly.Memory, block: number, i: number) =>
  Number(new DataView(memory.buffer).getBigInt64(block + 8 * i, true))
const answer = (memory: WebAssembly.Memory, block: number, result: bigint) =>
  new DataView(memory.buffer).setBigInt64(block, result, true)

class FakeInstance {
  static made = 0
  readonly exports: Record<string, unknown>

  constructor() {
    FakeInstance.made++
    const memory = new WebAssembly.Memory({ initial: PAGES, maximum: MOST_PAGES })
    this.exports = {
      memory,
      heap: { value: HEAP },
      // writes to its first list, and reads the second
      'test.doubled': (block: number) => {
        const numbers = new Int16Array(memory.buffer, word(memory, block, 1), word(memory, block, 2))
        numbers.forEach((number, i) => (numbers[i] = 2 * number))
        const others = new Int16Array(memory.buffer, word(memory, block, 3), word(memory, block, 4))
        answer(memory, block, BigInt(others[0] ?? -1))
      },
      'test.lengths': (block: number) =>
        answer(memory, block, BigInt(10 * word(memory, block, 2) + word(memory, block, 3))),
      'test.largest': (block: number) =>
        answer(memory, block, new DataView(memory.buffer).getBigInt64(block + 8, true)),
      'test.traps': () => {
        throw new WebAssembly.RuntimeError('unreachable')
      },
    }
  }
}

const states = { packed: vi.fn(), unpacked: vi.fn() }
const broken = (error: unknown) => new Error(`the game broke off (${String(error)})`)
const kernelsOf = (module = {} as WebAssembly.Module) =>
  new GameKernels(description, module, states, broken).of('rookery.test') as Record<
    string,
    (...given: unknown[]) => unknown
  >

beforeEach(() => {
  FakeInstance.made = 0
  vi.stubGlobal('WebAssembly', Object.assign(Object.create(WebAssembly), { Instance: FakeInstance }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('lists are copied, and hold afterwards what the kernel wrote; one that is given twice is one', () => {
  const { doubled } = kernelsOf()
  const [numbers, others] = [[1, -2, 3], [7]]
  expect(doubled!(numbers, others)).toBe(7)
  expect([numbers, others]).toEqual([[2, -4, 6], [7]])
  expect(doubled!(numbers, numbers)).toBe(4)
  expect(numbers).toEqual([4, -8, 12])
  expect(doubled!([], [])).toBe(-1)
  expect(() => kernelsOf().two!(numbers, numbers)).toThrow(/^a list has one type$/)
})

test('a table without rows has no columns, and one without columns has rows', () => {
  const { lengths } = kernelsOf()
  expect([lengths!([]), lengths!([[], []]), lengths!([[1, 2, 3]])]).toEqual([0, 20, 13])
})

test('a whole number of 64 bits comes back as it went', () => {
  const { largest } = kernelsOf()
  for (const number of [0, 2 ** 53 - 1, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n])
    expect(largest!(number)).toBe(number)
})

test('a kernel that stops is told of the game, and the next call has an instance that is whole', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { doubled, traps } = kernelsOf()
  doubled!([1], [1])
  expect(() => traps!([1])).toThrow('the game broke off (RuntimeError: unreachable)')
  expect(doubled!([1], [5])).toBe(5)
  expect(FakeInstance.made).toBe(2)
})

test('so is memory that cannot grow, but not what Python itself raises', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { doubled } = kernelsOf()
  const large = lent_zeros(MOST_PAGES * 65_536, 'int16')
  expect(() => doubled!(large, [1])).toThrow('the game broke off (RangeError')
  expect(doubled!([1], [5])).toBe(5)
  const bundle = { get length(): number { throw new IndexError('of Python') } } // prettier-ignore
  expect(() => doubled!(bundle, [1])).toThrow(/^of Python$/)
})

test('where little memory is left, only what is needed is asked for', () => {
  const { doubled } = kernelsOf()
  const most = (MOST_PAGES - PAGES - 1) * 65_536
  for (const part of [0.9, 0.05]) expect(doubled!(lent_zeros(Math.floor((part * most) / 2), 'int16'), [5])).toBe(5)
  expect(FakeInstance.made).toBe(1)
})

test('games take turns with the memory: none keeps an instance that nobody uses', () => {
  const [one, other] = [kernelsOf(), kernelsOf()]
  one.doubled!([1], [1])
  one.doubled!([1], [1])
  expect(FakeInstance.made).toBe(1)
  other.doubled!([1], [1])
  one.doubled!([1], [1])
  expect(FakeInstance.made).toBe(3)
})

test('an array of one instance moves to that of another one with all that was written', () => {
  const { doubled } = kernelsOf()
  const numbers = lent_zeros(3, 'int16')
  numbers.set_item(2, 21)
  doubled!(numbers, [1])
  kernelsOf().doubled!(lent_zeros(1, 'int16'), [1]) // meanwhile another game
  const later = lent_zeros(2, 'int16')
  later.set_item(0, 5)
  doubled!(later, [1]) // has another instance
  expect(doubled!(later, numbers)).toBe(0)
  expect([numbers.item(2), later.item(0)]).toEqual([42, 20])
})

test('a record that was kept over a call has what the call wrote, be its memory larger now', () => {
  const { doubled } = kernelsOf()
  const records = lent_zeros(1, { size: 8, fields: { low: ['int16', 0, []], high: ['int16', 2, []] } })
  const kept = records.item(0)
  kept.set_item('low', 21)
  const more = lent_zeros(PAGES * 32_768, 'int16')
  doubled!(records, more)
  expect(kept.item('low')).toBe(42)
  kept.set_item('high', 1)
  expect(records.item('high').item(0)).toBe(1)
})

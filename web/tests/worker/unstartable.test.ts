import { afterEach, expect, test, vi } from 'vitest'
import { lacking } from '../../src/worker/unstartable'

afterEach(() => vi.unstubAllGlobals())

test('a browser that has all that is needed lacks nothing', () => {
  vi.stubGlobal('DecompressionStream', class {})
  expect(lacking()).toBe('')
})

test('what a browser lacks is named', () => {
  vi.stubGlobal('DecompressionStream', undefined)
  delete (globalThis as { DecompressionStream?: unknown }).DecompressionStream
  expect(lacking()).toContain('it has no DecompressionStream')
  vi.stubGlobal('WebAssembly', undefined)
  expect(lacking()).toContain('does not allow WebAssembly')
})

import { afterEach, expect, test, vi } from 'vitest'
import { lacking } from '../../src/worker/unstartable'

afterEach(() => vi.unstubAllGlobals())

test('a browser without WebAssembly is told what does not work there', () => {
  expect(lacking()).toBe('')
  vi.stubGlobal('WebAssembly', undefined)
  expect(lacking()).toContain('does not allow WebAssembly')
})

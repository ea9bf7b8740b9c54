import { expect, test } from 'vitest'
import { read, remove, storedKeys, write } from '../../src/browser/storage'

test('a value is read as it was written, and damaged ones are ignored', () => {
  localStorage.clear()
  localStorage.setItem('x', '1')
  expect(read('x', 0)).toBe(1)
  write('x', 2)
  expect([read('x', 0), storedKeys()]).toEqual([2, ['x']])
  localStorage.setItem('x', '{nonsense')
  expect(read('x', 0)).toBe(0)
  remove('x')
  expect(storedKeys()).toEqual([])
})

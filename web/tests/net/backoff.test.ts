import { expect, test } from 'vitest'
import { backoff } from '../../src/net/backoff'

test('attempts to come back grow rarer, up to a limit', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 20].map((failures) => backoff(failures, 0.5))
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  expect(waits[0]).toBe(300)
  expect(waits.at(-1)).toBe(8000)
})

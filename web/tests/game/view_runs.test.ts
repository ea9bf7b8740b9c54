import { expect, test } from 'vitest'
import { fromBase64, rebuilt } from '../../src/game/view_runs'

const BEFORE = Uint8Array.of(1, 2, 3, 4, 5, 6)
const CHECK = [31, 0, 101, 0] // of 1 9 3 4 7 6, as the server counts it

test('runs are put into the bytes before', () => {
  expect(rebuilt(BEFORE, Uint8Array.of(...CHECK, 1, 0, 1, 9, 4, 0, 1, 7))).toEqual(Uint8Array.of(1, 9, 3, 4, 7, 6))
  expect(BEFORE[1]).toBe(2)
})

test('other bytes before, and runs beyond the end, are noticed', () => {
  const runs = Uint8Array.of(...CHECK, 1, 0, 1, 9, 4, 0, 1, 7)
  expect(rebuilt(Uint8Array.of(0, 2, 3, 4, 5, 6), runs)).toBeNull()
  expect(rebuilt(BEFORE, Uint8Array.of(...CHECK, 5, 0, 2, 9, 9))).toBeNull()
  expect(rebuilt(BEFORE, Uint8Array.of(...CHECK, 5, 0, 2, 9))).toBeNull()
})

test('bytes come as base64', () => {
  expect(fromBase64('AQID')).toEqual(Uint8Array.of(1, 2, 3))
})

import { expect, test } from 'vitest'
import { fieldsOf } from '../../src/analysis/fields'
import type { Layout } from '../../src/python/runtime'

const LAYOUT: Layout = [
  ['turn', 0, 'int8', []],
  ['squares', 1, 'int8', [9]],
  ['hands', 10, 'int8', [2, 3]],
  ['_filling', 16, 'uint8', [7]],
]
const STATE = { turn: 1, squares: [0, 1, 2, 0, 0, 0, 0, 0, 0], hands: [[1, 2, 3], [4, 5, 6]], _filling: [0] } // prettier-ignore

test('a field of very many numbers is left to the text', () => {
  const layout: Layout = [['map', 0, 'int8', [100, 100]], ...LAYOUT]
  const map = Array.from({ length: 100 }, () => Array<number>(100).fill(0))
  expect(fieldsOf(layout, { ...STATE, map })).toEqual(fieldsOf(LAYOUT, STATE))
})

test('a field shows its numbers as they stand on the table', () => {
  expect(fieldsOf(LAYOUT, STATE).map(({ name, numbers, across }) => [name, numbers, across])).toEqual([
    ['turn', [1], 1],
    ['squares', [0, 1, 2, 0, 0, 0, 0, 0, 0], 3],
    ['hands', [1, 2, 3, 4, 5, 6], 3],
  ])
})

import { expect, test } from 'vitest'
import { fieldsOf, withNumber } from '../../src/workshop/fields'
import type { Layout } from '../../src/python/runtime'

const LAYOUT: Layout = [
  ['turn', 0, 'int8', []],
  ['squares', 1, 'int8', [9]],
  ['hands', 10, 'int8', [2, 3]],
  ['_filling', 16, 'uint8', [7]],
]
const STATE = { turn: 1, squares: [0, 1, 2, 0, 0, 0, 0, 0, 0], hands: [[1, 2, 3], [4, 5, 6]], _filling: [0] } // prettier-ignore

test('a field shows its numbers as they stand on the table', () => {
  expect(fieldsOf(LAYOUT, STATE).map(({ name, numbers, across }) => [name, numbers, across])).toEqual([
    ['turn', [1], 1],
    ['squares', [0, 1, 2, 0, 0, 0, 0, 0, 0], 3],
    ['hands', [1, 2, 3, 4, 5, 6], 3],
  ])
})

test('one number changes, in its place', () => {
  const [turn, , hands] = fieldsOf(LAYOUT, STATE)
  expect(withNumber(turn!, 0, 0).value).toBe(0)
  expect(withNumber(hands!, 4, 9).value).toEqual([[1, 2, 3], [4, 9, 6]]) // prettier-ignore
  expect(hands!.value).toEqual(STATE.hands)
})

import { expect, test } from 'vitest'
import { scrollDistance } from '../../src/board/scroll'

const VIEW = { top: 100, bottom: 500 }
const at = (...tops: number[]) => tops.map((top) => ({ top, bottom: top + 40 }))

test('visible targets stay where they are', () => {
  expect(scrollDistance(at(120, 400), [], VIEW)).toBe(0)
  expect(scrollDistance([], [], VIEW)).toBe(0)
})

test('no further than it must', () => {
  expect(scrollDistance(at(500), [], VIEW)).toBe(50) // with a little room below
  expect(scrollDistance(at(20, 300), [], VIEW)).toBe(-90)
})

test('what may become a target is shown with them, where it fits', () => {
  expect(scrollDistance(at(300), at(20, 300), VIEW)).toBe(-90)
  expect(scrollDistance(at(300), at(20, 600), VIEW)).toBe(0)
  expect(scrollDistance([], at(20), VIEW)).toBe(-90)
})

test('of more than fits, as many as can be seen together, on the shortest way', () => {
  expect(scrollDistance(at(150, 700, 800), [], VIEW)).toBe(350)
  expect(scrollDistance(at(120, 200, 900), [], VIEW)).toBe(0)
  expect(scrollDistance(at(20, 60, 300, 480, 600), [], VIEW)).toBe(-90) // some can be seen already
  expect(scrollDistance(at(600, 800, 1000, 1200), [], VIEW)).toBe(350)
})

test('of what fits but for its edges, all middles', () => {
  expect(scrollDistance(at(120, 300, 500), [], VIEW)).toBe(30)
})

import { expect, test } from 'vitest'
import { scrollDistance } from '../../src/board/scroll'

const VIEW = { top: 100, bottom: 500 }
const at = (top: number, height = 40) => ({ top, bottom: top + height })

test('visible targets stay where they are', () => {
  expect(scrollDistance([[at(120), at(400)], []], VIEW)).toBe(0)
  expect(scrollDistance([], VIEW)).toBe(0)
})

test('no further than it must', () => {
  expect(scrollDistance([[at(500)]], VIEW)).toBe(50) // with a little room below
  expect(scrollDistance([[at(20)], [at(300)]], VIEW)).toBe(-90)
})

test('of more than fits, the zone with the most', () => {
  expect(scrollDistance([[at(700), at(800)], [at(150)]], VIEW)).toBe(350)
  expect(scrollDistance([[at(120), at(200)], [at(900)]], VIEW)).toBe(0)
})

test('of a zone longer than the window its beginning, unless a part of it can be chosen already', () => {
  const long = [600, 800, 1000, 1200].map((top) => at(top))
  expect(scrollDistance([long], VIEW)).toBe(490)
  expect(scrollDistance([long.map(({ top }) => at(top - 500))], VIEW)).toBe(0)
})

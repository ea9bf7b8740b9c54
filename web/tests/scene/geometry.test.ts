import { describe, expect, test } from 'vitest'
import { boxAt, neighbour, outline, placed, type Rect, type Direction } from '../../src/scene/geometry'

const box = (id: string, x: number, y: number, width = 1, height = 1): Rect => ({ id, x, y, width, height })

/*  a b c
 *  d e f
 *  g h i     and a wide slot below, with two small ones in the last line
 *  wwwww
 *  s   t
 */
const BOXES = [
  ...'abcdefghi'.split('').map((id, i) => box(id, (i % 3) + 0.5, Math.floor(i / 3) + 0.5)),
  box('w', 1.5, 3.5, 3),
  box('s', 0.4, 4.5, 0.7),
  box('t', 2.6, 4.5, 0.7),
]
const go = (from: string, direction: Direction) =>
  neighbour(
    BOXES,
    BOXES.find((one) => one.id === from)!,
    direction,
  )

describe('arrow keys', () => {
  test.each([
    ['e', 'left', 'd'],
    ['e', 'right', 'f'],
    ['e', 'up', 'b'],
    ['e', 'down', 'h'],
    ['a', 'left', null],
    ['a', 'up', null],
    ['t', 'down', null],
    ['i', 'right', null],
    ['g', 'down', 'w'],
    ['i', 'down', 'w'],
    ['w', 'up', 'h'],
    ['s', 'right', 't'],
    ['s', 'up', 'w'],
  ] as const)('%s %s -> %s', (from, direction, to) => expect(go(from, direction)).toBe(to))

  test('every spot can be reached from every other', () => {
    for (const start of BOXES) {
      const seen = new Set([start.id])
      for (const id of seen) {
        for (const direction of ['left', 'right', 'up', 'down'] as const) {
          const to = go(id, direction)
          if (to) seen.add(to)
        }
      }
      expect(seen.size).toBe(BOXES.length)
    }
  })
})

test('the topmost box at a point', () => {
  const boxes = [box('column', 0.5, 2, 1, 4), box('square', 0.5, 0.5)]
  expect(boxAt(boxes, 0.2, 0.2)).toBe('square')
  expect(boxAt(boxes, 0.2, 3)).toBe('column')
  expect(boxAt(boxes, 1.2, 3)).toBeNull()
})

test('a place in percent', () => {
  expect(placed(box('a', 1, 3, 1, 2), 4, 8)).toBe('left:12.5%;top:25%;width:25%;height:25%')
})

describe('the outline of a spot', () => {
  test('is a box with round corners, a little inside of it', () => {
    expect(outline({ x: 2, y: 3, width: 2, height: 4, style: 'dark' }, 0.5, 0.25)).toBe(
      'M1.75 1.5H2.25A0.25 0.25 0 0 1 2.5 1.75V4.25A0.25 0.25 0 0 1 2.25 4.5H1.75A0.25 0.25 0 0 1 1.5 4.25V1.75A0.25 0.25 0 0 1 1.75 1.5Z',
    )
  })

  test('has six sides where the style says so: marks of neighbours do not overlap', () => {
    expect(outline({ x: 2, y: 3, width: 2, height: 2, style: 'light hex' }, 0)).toBe('M2 2L3 2.5V3.5L2 4L1 3.5V2.5Z')
  })
})

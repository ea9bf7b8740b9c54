import { expect, test } from 'vitest'
import * as fake from '../fake'
import { onePiece } from '../scenes'

const join = () => fake.join(fake.moment(2, onePiece()))

test('a piece dropped on a spot is a move, dropped elsewhere nothing', () => {
  const { table, selection, line } = join()
  expect(selection.drag.take('b', { x: 1.5, y: 0.5 })).toBe(false)
  expect(selection.drag.take('a', { x: 0.5, y: 0.5 })).toBe(true)
  selection.drag.carry({ x: 9, y: 9 })
  selection.drag.drop()
  expect([selection.path, selection.drag.active]).toEqual([[], null])
  selection.drag.take('a', { x: 0.5, y: 0.5 })
  selection.drag.carry({ x: 2.4, y: 0.6 })
  selection.drag.drop()
  expect(line.sent.at(-1)).toEqual({ type: 'move', seat: 0, ply: 2, action: 9, takebacks: 0 })
  expect(table.playback.dropped?.get('p')?.x).toBeCloseTo(2.4)
})

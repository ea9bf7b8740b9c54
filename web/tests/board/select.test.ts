import { expect, test, vi } from 'vitest'
import * as fake from '../fake'
import { onePiece } from '../scenes'

const join = () => fake.join(fake.moment(2, onePiece()))

test('the next prompt can depend on the click before', () => {
  const { table, selection } = fake.join(
    fake.moment(2, { ...onePiece(), asks: [{ after: 'a', words: 'Choose its target' }] }),
  )
  expect([table.live, selection.prompt]).toEqual([true, 'Choose a piece'])
  selection.press('a', false)
  expect(selection.prompt).toBe('Choose its target')
})

test('a finger is asked first', () => {
  const { table, selection, line } = join()
  const preview = vi.fn(() => onePiece([]))
  table.newest!.preview = preview
  selection.press('a', true)
  selection.press('b', true)
  expect(selection.asking?.action).toBe(7)
  expect(preview.mock.calls).toEqual([[7]])
  selection.press('c', true)
  expect(selection.asking?.action).toBe(9)
  expect([selection.back(), selection.path, selection.asking]).toEqual([true, ['a'], null])
  selection.press('c', true)
  selection.press('c', true)
  expect(line.sent.at(-1)).toEqual({ type: 'move', seat: 0, ply: 2, action: 9, takebacks: 0 })
})

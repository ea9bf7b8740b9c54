/** What a pointer over the board does, of those that are there at the same time. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as fake from '../fake'
import { BoardPointer } from '../../src/board/pointer'
import { onePiece } from '../scenes'

const SQUARE = 100 // px

beforeEach(() => (document.elementsFromPoint = () => []))
afterEach(() => Reflect.deleteProperty(document, 'elementsFromPoint'))

/** A board with one piece, on a; it can go to b. */
function board() {
  const { selection, line, table } = fake.join(fake.moment(2, onePiece()))
  const scene = table.stage.scene!
  const root = document.createElement('div')
  root.getBoundingClientRect = () => new DOMRect(0, 0, SQUARE * scene.width, SQUARE * scene.height)
  return { selection, line, pointer: new BoardPointer(() => ({ root, scene, selection })) }
}

/** `id`: 1 is the first finger, any other one more. */
const at = (x: number, y: number, id = 1, buttons = 1) =>
  ({
    pointerId: id,
    isPrimary: id === 1,
    pointerType: 'touch',
    button: 0,
    buttons,
    clientX: SQUARE * x,
    clientY: SQUARE * y,
  }) as PointerEvent

test('a finger drags a piece, and a palm beside it changes nothing', () => {
  const { selection, line, pointer } = board()
  pointer.pressed(at(0.5, 0.5), 'a')
  pointer.wandered(at(1, 0.5))
  pointer.wandered(at(9, 9, 2))
  pointer.pressed(at(9, 9, 2), 'b')
  expect(selection.drag.active?.to).toEqual({ x: 1, y: 0.5 })
  pointer.released(at(9, 9, 2))
  pointer.cancelled(at(9, 9, 2))
  expect(selection.drag.active?.to).toEqual({ x: 1, y: 0.5 })
  pointer.released(at(2.4, 0.6, 1, 0))
  expect(line.sent.at(-1)).toMatchObject({ type: 'move', action: 9 })
})

test('a press that wanders a little is no drag, and one that is cancelled is over', () => {
  const { selection, pointer } = board()
  pointer.pressed(at(0.5, 0.5), 'a')
  pointer.wandered(at(0.56, 0.5))
  expect(selection.drag.active).toBeNull()
  pointer.wandered(at(0.6, 0.5))
  expect(selection.drag.active).not.toBeNull()
  pointer.cancelled(at(0.6, 0.5))
  expect([selection.drag.active, selection.path]).toEqual([null, []])
  pointer.wandered(at(2, 0.5))
  expect(selection.drag.active).toBeNull()
})

test('a pointer that comes back released drags nothing', () => {
  const { selection, line, pointer } = board()
  pointer.pressed(at(0.5, 0.5), 'a')
  pointer.wandered(at(2.4, 0.6, 1, 0))
  expect(selection.drag.active).toBeNull()
  pointer.pressed(at(0.5, 0.5), 'a')
  pointer.wandered(at(1, 0.5))
  pointer.wandered(at(2.4, 0.6, 1, 0))
  expect([selection.drag.active, selection.path, line.sent]).toEqual([null, [], []])
})

test('a finger that nobody said was lifted does not hold the board', () => {
  const { selection, line, pointer } = board()
  pointer.pressed(at(0.5, 0.5), 'a')
  pointer.wandered(at(1, 0.5))
  pointer.pressed({ ...at(0.5, 0.5), pointerId: 7, isPrimary: true } as PointerEvent, 'a')
  expect([selection.drag.active, selection.path]).toEqual([null, []])
  pointer.wandered(at(1, 0.5))
  expect(selection.drag.active).toBeNull()
  pointer.wandered({ ...at(1, 0.5), pointerId: 7 } as PointerEvent)
  pointer.released({ ...at(2.4, 0.6, 1, 0), pointerId: 7 } as PointerEvent)
  expect(line.sent.at(-1)).toMatchObject({ type: 'move', action: 9 })
})

test('a palm beside a pen, and a second finger before the first one drags, mean nothing', () => {
  const { selection, pointer } = board()
  pointer.pressed({ ...at(0.5, 0.5), pointerType: 'pen' } as PointerEvent, 'a')
  pointer.wandered({ ...at(1, 0.5), pointerType: 'pen' } as PointerEvent)
  pointer.pressed({ ...at(9, 9), pointerId: 3 } as PointerEvent, 'b')
  expect(selection.drag.active).not.toBeNull()
  pointer.cancelled(at(1, 0.5))
  pointer.pressed(at(0.5, 0.5), 'a')
  pointer.pressed(at(9, 9, 2), 'b')
  pointer.wandered(at(1, 0.5))
  expect(selection.drag.active).not.toBeNull()
})

test('the click at the end of a drag is none', async () => {
  const { selection, pointer } = board()
  const press = vi.spyOn(selection, 'press')
  pointer.pressed(at(0.5, 0.5), 'a')
  pointer.wandered(at(1, 0.5))
  pointer.released(at(0.5, 0.5, 1, 0))
  pointer.clicked(at(0.5, 0.5), 'a')
  expect(press).not.toHaveBeenCalled()
  await new Promise((done) => setTimeout(done))
  pointer.clicked(at(0.5, 0.5), 'a')
  expect(press).toHaveBeenCalledWith('a', true)
})

/** Clicks on a picture set up a position, of which no game says what draws what. */
import { expect, test, vi } from 'vitest'
import type { DrawnScene, GameCode, GameState } from '../../src/game/game_code'
import { cycled, sketched, withOther } from '../../src/painting/sketch'
import { CODE } from '../fake_code'
import { EMPTY, piece, spot } from '../scenes'

const COLOURS = ['red', 'blue', 'gold'] // of gold there is one piece

/** Squares that are drawn from the last to the first; one bag for all seats; `next` leads round the squares for ever once
 *  it is changed. */
const SQUARES: GameCode = {
  ...CODE,
  layout: [
    ['turn', 0, 'int8', []],
    ['squares', 1, 'int8', [4]],
    ['next', 5, 'int8', [3]],
  ],
  scene({ numbers }): DrawnScene {
    const squares = (numbers.squares as number[]).toReversed()
    if (String(numbers.next) !== '1,2,3') throw new Error('it would never end')
    const drawn: DrawnScene = {
      ...CODE.scene({ numbers, legal_actions: [] } as never, 0),
      ...{ ...EMPTY, spots: squares.map((_, i) => spot(`s${i}`)) },
      pieces: squares.flatMap((value, i) => {
        const style = COLOURS[value - 1]!
        return value === 0 ? [] : [piece(value === 3 ? 'king' : `stone ${i}`, i, 0, { spot: `s${i}`, style })]
      }),
      lettered: () => drawn,
      idle: () => drawn,
    }
    return drawn
  },
  position_text: ({ squares }) => String(squares),
  mover: () => 0,
}
const START: GameState = { turn: 0, squares: [0, 0, 0, 0], next: [1, 2, 3] }
const click = (numbers: GameState, ...spots: string[]) =>
  spots.reduce((here, id) => cycled(SQUARES, here, 2, id) ?? here, numbers)

test('each click on a place puts the next piece there, and after the last one nothing', () => {
  expect(click(START, 's0')).toEqual({ ...START, squares: [0, 0, 0, 1] })
  expect(click(START, 's0', 's0', 's3')).toEqual({ ...START, squares: [1, 0, 0, 2] })
  expect(click(START, 's0', 's0', 's0', 's0')).toEqual(START)
})

test('a piece that lies elsewhere is passed by', () => {
  const gold = { ...START, squares: [3, 0, 0, 0] }
  expect(click(gold, 's0', 's0', 's0')).toEqual(gold)
})

test('a click where no number is drawn changes nothing', () => {
  expect(cycled(SQUARES, START, 2, 'nowhere')).toBeNull()
  expect(cycled({ ...SQUARES, layout: SQUARES.layout.slice(0, 1) }, START, 2, 's0')).toBeNull()
})

test('a click takes no longer than a person waits, however slowly a game is drawn', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const scene: GameCode['scene'] = (...given) => {
    vi.advanceTimersByTime(400)
    return SQUARES.scene(...given)
  }
  const started = performance.now()
  expect(cycled({ ...SQUARES, scene }, START, 2, 's0')).toBeNull()
  expect(performance.now() - started).toBeLessThan(4_000)
  vi.useRealTimers()
})

test('a position that cannot be drawn is no picture', () => {
  expect(() => sketched(SQUARES, { ...START, next: [0, 0, 0] }, 2)).toThrow('never end')
})

test('one number of lists changes, in its place', () => {
  expect(withOther(5, 0, 7)).toBe(7)
  expect(withOther([[1, 2, 3], [4, 5, 6]], 4, 9)).toEqual([[1, 2, 3], [4, 9, 6]]) // prettier-ignore
})

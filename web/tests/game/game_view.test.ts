import { expect, test } from 'vitest'
import { GameView } from '../../src/game/game'
import { CODE } from '../fake_code'

test('a view that is too short or too long is of another game', () => {
  const read = (length: number) =>
    GameView.read(
      CODE,
      Uint8Array.from({ length }, (_, i) => i + 2),
      null,
      2,
    )
  for (const padded of [2, 8]) expect(read(padded).numbers).toEqual({ ply: 2, sum: 3 })
  for (const other of [1, 10, 88]) expect(() => read(other)).toThrow(RangeError)
})

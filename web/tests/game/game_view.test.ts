import { expect, test } from 'vitest'
import { GameView } from '../../src/game/game'
import { CODE } from '../fake_code'

test('a view of another length is of another game', () => {
  expect(GameView.read(CODE, Uint8Array.of(2, 13), null, 2).numbers).toEqual({ ply: 2, sum: 13 })
  for (const bytes of [[2], [2, 13, 0]])
    expect(() => GameView.read(CODE, Uint8Array.from(bytes), null, 2)).toThrow('a state has 2 bytes')
})

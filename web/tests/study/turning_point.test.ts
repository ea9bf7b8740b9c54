import { expect, test } from 'vitest'
import type { Review, ReviewAnswer } from '../../src/engine/engine_types'
import { decidedText, turningPoint } from '../../src/study/turning_point'

/** A review of a game for two, by the chances of the first seat after each ply. */
const review = (result: number[] | null, ...chances: number[]) =>
  ({
    start: [0.5, 0.5],
    points: chances.map((chance, i) => ({ ply: i + 1, chances: [chance, 1 - chance] })),
    result,
  }) as unknown as Review

test.each([
  ['the move that lifted the winner for good', [1, 0], [0.45, 0.8, 0.78, 0.9, 1], 2],
  ['not an earlier one that was taken back', [1, 0], [0.9, 0.4, 0.45, 0.7, 0.95, 1], 5],
  ['the mistake of the loser counts as well', [0, 1], [0.6, 0.6, 0.1, 0.05, 0], 3],
  ['a game that slipped away slowly', [1, 0], [0.55, 0.6, 0.66, 0.73, 0.8, 0.87, 0.94, 1], null],
  ['a shared win', [0.5, 0.5], [0.9, 0.5], null],
  ['a game that goes on', null, [0.9], null],
])('%s', (_, result, chances, ply) => {
  expect(turningPoint(review(result, ...chances))).toBe(ply)
})

test('a team loses as one', () => {
  expect(turningPoint(review([0, 0], 0.6, 0.2, 0.1, 0))).toBe(2)
})

test('a sentence tells the move, or the draw after it', () => {
  const answer = {
    movers: [0, -1, 1, 0],
    moves: [1, 3, 4].map((ply) => ({ ply, seat: 0, words: `Words ${ply}`, mark: null })),
  } as unknown as ReviewAnswer
  expect(decidedText(answer, 3)).toBe('It was decided at move 2: Words 3')
  expect(decidedText(answer, 2)).toBe('Chance decided it, after move 1')
})

import { expect, test } from 'vitest'
import type { PuzzleCard } from '../../src/protocol'
import { BOARD } from '../fake_code'
import { changeText, reasonText, taskText, wrongText } from '../../src/puzzles/puzzle_text'

const card = (more: Partial<PuzzleCard>): PuzzleCard => ({
  ...{ key: 'k', board: BOARD, seat: 0, team: false, solution: 3, words: 'a move' },
  ...{ best: 0.6, second: 0.3, proved: false, themes: [], rating: 1500 },
  ...more,
})

test('a puzzle says what can be had, for one or for the team', () => {
  const proved = [card({ proved: true, best: 1 }), card({ proved: true, best: 0.5 })]
  const some = [card({}), ...proved, card({ team: true }), card({ team: true, best: 0.9 })]
  expect(some.map(taskText)).toEqual([
    'Find the one right move.',
    'You can win from here. Find the one move that does it.',
    'You can hold a draw from here. Find the one move that does it.',
    'Find the one move that keeps your team’s best chance.',
    'Your team can win from here. Find the one move that keeps it so.',
  ])
})

test('a solution says what it is worth, and whether that is proved', () => {
  expect(reasonText(card({}))).toBe('The engine says: your chance is 60%, and after any other move at most 30%.')
  expect(reasonText(card({ team: true, proved: true }))).toContain('It is proved: your team’s chance is 60%')
  expect(reasonText(card({ proved: true, best: 1 }))).toContain('you can always win')
  expect(reasonText(card({ proved: true, best: 0.5, second: 0 }))).toContain('hold a draw')
})

test('a wrong move is told what it does not do', () => {
  const cards = [card({ proved: true, best: 1 }), card({ proved: true, best: 0.5 }), card({})]
  expect(cards.map((one) => wrongText(one, 'Blue 3 to C3'))).toEqual([
    'Not quite: blue 3 to C3 does not win. Try once more.',
    'Not quite: blue 3 to C3 does not hold the draw. Try once more.',
    'Not quite: blue 3 to C3 is not the best move. Try once more.',
  ])
})

test('a change has its sign', () => {
  expect([12, 0, -8].map(changeText)).toEqual(['+12', '+0', '−8'])
})

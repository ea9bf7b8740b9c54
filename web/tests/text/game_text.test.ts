import { expect, test } from 'vitest'
import { players, roles } from '../../src/text/game_text'
import type { GameCard } from '../../src/protocol'
import { game } from './cards'

test.each([
  [[2], '2 players'],
  [[1], '1 player'],
  [[2, 3, 4], '2–4 players'],
  [[1, 3], '1 or 3 players'],
  [[2, 3], '2 or 3 players'],
])('%j -> %s', (counts, words) => expect(players(counts)).toBe(words))

test('seats without a role are numbered', () => {
  expect(roles(game, 2)).toEqual(['North', 'South'])
  expect(roles(game, 3)).toEqual(['Seat 1', 'Seat 2', 'Seat 3'])
})

test('an option may decide what seats are called', () => {
  const renamed = [{ players: 2, option: 'colours', choice: 'warm', seats: ['Red', 'Orange'] }]
  const painted = { ...game, renamed } as GameCard
  expect([roles(painted, 2, { colours: 'warm' }), roles(painted, 2, { colours: 'cold' })]).toEqual([
    ['Red', 'Orange'],
    ['North', 'South'],
  ])
})

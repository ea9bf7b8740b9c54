import { expect, test } from 'vitest'
import { pointsText, stateText } from '../../src/days/evening_text'
import type { EveningCard, EveningTable } from '../../src/protocol'

const table = (id: string, over: boolean, ...guests: number[]): EveningTable => ({
  id,
  over,
  seats: guests.map((guest) => ({ guest, achieved: null, matchpoints: 0, stand_ins: 0 })),
})
const card = {
  plan: { game: 'g', players: 2, tables: 2, rounds: 2, level: 'easy', options: {} },
  roles: ['Red', 'Blue'],
  guests: [{ name: 'Ann', bot: false, share: null }],
  played: [{ over: false, tables: [table('a', false, 1, 0), table('b', false, 2, 3)] }],
  yours: 0,
  hosting: false,
  next: 0,
  over: false,
} as unknown as EveningCard

test('matchpoints have halves', () => {
  expect([0, 0.5, 1, 2.5].map(pointsText)).toEqual(['0', '½', '1', '2½'])
})

test('what happens now depends on who looks', () => {
  const waiting = { ...card, played: [] }
  expect(stateText({ ...waiting, yours: null }, undefined)).toContain('by lot')
  expect(stateText(waiting, undefined)).toContain('The host begins')
  expect(stateText({ ...waiting, hosting: true }, undefined)).toContain('Send the link')
  expect(stateText(card, card.played[0]!.tables[0])).toBe('Round 1 of 2: you sit at table 1, as Blue.')
  expect(stateText({ ...card, yours: null }, undefined)).toBe('Round 1 of 2: 2 of 2 tables are playing.')
  const alone = { ...card, played: [{ over: false, tables: [table('a', true, 1, 0), table('b', false, 2, 3)] }] }
  expect(stateText(alone, alone.played[0]!.tables[0])).toContain('when the last table has finished')
  expect(stateText({ ...card, next: 1200 }, undefined)).toBe('Round 2 of 2 begins in 2 seconds.')
  expect(stateText({ ...card, over: true }, undefined)).toContain('over')
})

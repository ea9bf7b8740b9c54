import { expect, test } from 'vitest'
import type { TableCard } from '../../src/protocol'
import { changeText, scaleText, skillText } from '../../src/seats/rating_text'
import { terms } from '../../src/seats/terms'
import { waiting } from '../../src/text/turn_text'
import { card } from '../fake'

const skill = (mean: number, games = 3) => ({ mean, low: mean - 200, high: mean + 200, games })
const change = { game: 'g', players: 2, before: skill(100), after: skill(120), difficulty: '' }
const rated = (missing: number[], begun: boolean): TableCard => ({
  ...card,
  begun,
  seats: card.seats.map((seat) => ({ ...seat, came: true })),
  rating: { rated: missing.length === 0, missing, counted: false, why_not: '' },
})

test('a change of a rating in words', () => {
  expect(changeText(change)).toBe('Your rating rises by 20 to 120.')
  expect(changeText({ ...change, after: skill(-7) })).toBe('Your rating falls by 107 to −7.')
  expect(changeText({ ...change, after: skill(100) })).toBe('Your rating stays 100.')
  expect(changeText({ ...change, before: null })).toBe('Your first rating: 120.')
  expect(changeText({ ...change, difficulty: '2 players' })).toBe(
    'Your team’s rating at the difficulty “2 players” rises by 20 to 120.',
  )
})

test('what is known of a strength, and where', () => {
  expect(skillText(skill(100, 1))).toBe('between −100 and 300 (95\u00a0% interval), after 1 rated game')
  expect([scaleText(3, 1), scaleText(0, 2), scaleText(0, 1)]).toEqual(['3 players', 'a team of 2', 'alone'])
})

test('a table says whether it is rated, and for whom it waits', () => {
  expect(terms(rated([], true))).toMatch(/^Rated: no hints/)
  expect(terms(rated([1], false))).toMatch(/^Rated, if all agree/)
  expect(terms(rated([1], true))).toMatch(/^Not rated: .* began without agreeing/)
  expect(terms(card)).toBe('')
  expect(terms({ ...card, contest: 'day 20783' })).toMatch(/^Game of the day: you have one try/)
  expect(terms({ ...card, contest: 'evening x 1' })).toMatch(/^Game of an evening/)
  expect(waiting(rated([1], false))).toMatch(/^Waiting for .* to agree/)
  expect(waiting(rated([1], true))).toBe('')
})

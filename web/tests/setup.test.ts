import { expect, test } from 'vitest'
import { choicesOf, fresh, middleLevel, mySeats, openSeats, order, seated, summary, type Setup } from '../src/lib/setup'
import type { GameCard } from '../src/protocol'

const GAME = {
  title: 'game', players: [2, 3], levels: ['easy', 'middle', 'hard'],
  options: [{ name: 'board', choices: ['small', 'large', 'huge'], only: { huge: [3, 4] }, free_form: 'a size', help: '' }],
} as unknown as GameCard

test('one click starts against a middling bot', () => {
  expect(order(GAME, fresh(GAME, ''))).toEqual({
    game: 'game', seats: [{ kind: 'person' }, { kind: 'bot', level: 'middle' }], options: {},
  })
})

test('levels in the middle', () => {
  expect(middleLevel(['a'])).toBe('a')
  expect(middleLevel(['a', 'b', 'c'])).toBe('b')
  expect(middleLevel(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('d')
  expect(middleLevel([])).toBe('')
})

test('without bots the others are friends', () => {
  expect(fresh({ ...GAME, levels: [] }, '').sitters).toEqual([{ kind: 'me' }, { kind: 'friend' }])
})

test('more seats keep who sits already', () => {
  const setup = fresh(GAME, 'Ann')
  const changed = seated(GAME, { ...setup, sitters: [{ kind: 'friend' }, { kind: 'me' }] }, 3)
  expect(changed.sitters.map((sitter) => sitter.kind)).toEqual(['friend', 'me', 'bot'])
  expect(mySeats(changed)).toEqual([1])
  expect(order(GAME, changed).seats[1]).toEqual({ kind: 'person', name: 'Ann' })
})

test('only options that differ are sent', () => {
  const setup = fresh(GAME, '')
  expect(order(GAME, { ...setup, options: { board: ' 9 x 9 ' } }).options).toEqual({ board: '9 x 9' })
  expect(order(GAME, { ...setup, options: { board: '  ' } }).options).toEqual({})
})

test('what is not for so many players cannot be chosen', () => {
  const option = GAME.options[0]!
  expect(choicesOf(option, 2)).toEqual(['small', 'large'])
  expect(choicesOf(option, 3)).toEqual(['small', 'large', 'huge'])
  const three = { ...seated(GAME, fresh(GAME, ''), 3), options: { board: 'huge' } }
  expect(seated(GAME, three, 2).options).toEqual({ board: 'small' })
  expect(seated(GAME, { ...three, options: { board: '9 x 9' } }, 2).options).toEqual({ board: '9 x 9' })
})

test('a seat for anyone is open, and the lobby shows the table if it may', () => {
  const setup: Setup = { ...fresh(GAME, 'Ann'), sitters: [{ kind: 'me' }, { kind: 'anyone' }] }
  expect(openSeats(setup)).toEqual([1])
  expect(order(GAME, setup)).toEqual({
    game: 'game', seats: [{ kind: 'person', name: 'Ann' }, { kind: 'person', open: true }], options: {}, public: true,
  })
  expect(order(GAME, { ...setup, listed: false }).public).toBeUndefined()
  expect(order(GAME, fresh(GAME, '')).public).toBeUndefined() // nobody could sit down there
  expect(summary(setup)).toMatch('may take the free seat')
})

test('a game that is played on has the options that it had', () => {
  const after = { table: 't1', ply: 4 }
  const setup = { ...fresh(GAME, ''), options: { board: 'large' } }
  expect(order(GAME, setup, after)).toMatchObject({ options: {}, after })
})

test('what Play will do is said', () => {
  const setup = fresh(GAME, '')
  expect(summary(setup)).toBe('')
  expect(summary({ ...setup, sitters: [{ kind: 'me' }, { kind: 'friend' }] })).toMatch('a link to send')
  expect(summary({ ...setup, sitters: [{ kind: 'me' }, { kind: 'me' }] })).toMatch('share this screen')
})

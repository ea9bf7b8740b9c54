import { beforeEach, expect, test } from 'vitest'
import { keepOpponent } from '../../src/browser/opponents'
import {
  botCount,
  choicesOf,
  choiceWords,
  freshSetup,
  isOwn,
  middleLevel,
  myName,
  mySeats,
  openSeats,
  newTableOf,
  offeredLevel,
  withPlayers,
  withSitterKind,
  withStrengths,
  summary,
  type Setup,
} from '../../src/setup/new_table'
import type { GameCard } from '../../src/protocol'

const PLAIN = { words: '', bird: '', species: '', nature: '', hello: '', won: '', lost: '' }
const levels = (...ids: string[]) => ids.map((id) => ({ ...PLAIN, id, name: id.toUpperCase() }))
const LEVELS = levels('easy', 'middle', 'hard')
const GAME = {
  slug: 'game',
  players: [2, 3],
  levels: LEVELS,
  options: [
    { name: 'board', choices: ['small', 'large', 'huge'], only: { huge: [3, 4] }, free_form: 'a size', help: '' },
  ],
} as unknown as GameCard

beforeEach(() => localStorage.clear())

test('beginners are offered a bot that they can beat, but no random one; a team gets a better partner', () => {
  const game = { ...GAME, levels: levels('random', 'greedy', 'easy', 'medium') }
  expect(offeredLevel(game)).toBe('greedy')
  expect(offeredLevel({ ...game, cooperative: true })).toBe('easy')
  expect(offeredLevel({ ...game, levels: levels('only') })).toBe('only')
  expect(offeredLevel({ ...game, levels: [] })).toBe('')
})

test('who has chosen a bot is offered it again, in that game', () => {
  keepOpponent('game', 'hard')
  expect(freshSetup(GAME, '').sitters[1]).toEqual({ kind: 'bot', level: 'hard' })
  expect(offeredLevel({ ...GAME, slug: 'other' })).toBe('middle')
  keepOpponent('game', 'a level that has gone')
  expect(offeredLevel(GAME)).toBe('middle')
})

test('one click starts against a bot', () => {
  expect(newTableOf(GAME, freshSetup(GAME, ''))).toEqual({
    game: 'game',
    seats: [{ kind: 'person' }, { kind: 'bot', level: 'middle' }],
    options: {},
  })
})

test('a match is against the bots of its level, if there is one', () => {
  expect(['hard', 'gone'].map((level) => freshSetup(GAME, '', level).strengths.level)).toEqual(['hard', 'middle'])
  expect(freshSetup(GAME, '', 'hard').sitters[1]).toEqual({ kind: 'bot', level: 'hard' })
})

test('levels in the middle', () => {
  expect(middleLevel(levels('a'))).toBe('a')
  expect(middleLevel(levels('a', 'b', 'c'))).toBe('b')
  expect(middleLevel(levels('a', 'b', 'c', 'd', 'e', 'f'))).toBe('d')
  expect(middleLevel([])).toBe('')
})

test('without bots the others are friends', () => {
  expect(freshSetup({ ...GAME, levels: [] }, '').sitters).toEqual([{ kind: 'me', name: '' }, { kind: 'friend' }])
})

test('with more seats those who sit already stay', () => {
  const setup = freshSetup(GAME, 'Ann')
  const changed = withPlayers(GAME, { ...setup, sitters: [{ kind: 'friend' }, { kind: 'me', name: 'Ann' }] }, 3)
  expect(changed.sitters.map((sitter) => sitter.kind)).toEqual(['friend', 'me', 'bot'])
  expect(mySeats(changed)).toEqual([1])
  expect(newTableOf(GAME, changed).seats[1]).toEqual({ kind: 'person', name: 'Ann' })
})

test('only options that differ are sent', () => {
  const setup = freshSetup(GAME, '')
  expect(newTableOf(GAME, { ...setup, options: { board: ' 9 x 9 ' } }).options).toEqual({ board: '9 x 9' })
  expect(newTableOf(GAME, { ...setup, options: { board: '  ' } }).options).toEqual({})
})

test('a choice that is not for this number of players cannot be made', () => {
  const option = GAME.options[0]!
  expect(choicesOf(option, 2)).toEqual(['small', 'large'])
  expect(choicesOf(option, 3)).toEqual(['small', 'large', 'huge'])
  const three = { ...withPlayers(GAME, freshSetup(GAME, ''), 3), options: { board: 'huge' } }
  expect(withPlayers(GAME, three, 2).options).toEqual({ board: 'small' })
  expect(withPlayers(GAME, { ...three, options: { board: '9 x 9' } }, 2).options).toEqual({ board: '9 x 9' })
})

test('a seat for anyone is open, and the lobby shows the table if it may', () => {
  const setup: Setup = { ...freshSetup(GAME, 'Ann'), sitters: [{ kind: 'me', name: ' Ann ' }, { kind: 'anyone' }] }
  expect(openSeats(setup)).toEqual([1])
  expect(newTableOf(GAME, setup)).toEqual({
    game: 'game',
    seats: [
      { kind: 'person', name: 'Ann' },
      { kind: 'person', open: true },
    ],
    options: {},
    public: true,
  })
  expect(newTableOf(GAME, { ...setup, listed: false }).public).toBeUndefined()
  expect(newTableOf(GAME, freshSetup(GAME, '')).public).toBeUndefined() // nobody could sit down there
  expect(summary(setup)).toMatch('may take the free seat')
  const rated: Setup = { ...setup, sitters: [...setup.sitters, { kind: 'friend' }], rated: true }
  expect(openSeats(rated), 'a friend sits down in either').toEqual([1, 2])
  expect(summary(rated)).toMatch('may take a free seat')
})

test('a game that is played on has the options that it had', () => {
  const after = { table: 't1', ply: 4 }
  const setup = { ...freshSetup(GAME, ''), options: { board: 'large' } }
  expect(newTableOf(GAME, setup, after)).toMatchObject({ options: {}, after })
})

test('the page says what Play will do', () => {
  const setup = freshSetup(GAME, '')
  expect(summary(setup)).toBe('')
  expect(summary({ ...setup, sitters: [{ kind: 'me', name: '' }, { kind: 'friend' }] })).toMatch('a link to send')
  expect(
    summary({
      ...setup,
      sitters: [
        { kind: 'me', name: '' },
        { kind: 'me', name: '' },
      ],
    }),
  ).toMatch('share this screen')
})

test('one strength is for all bots, unless each is to have its own', () => {
  const three = withPlayers(GAME, freshSetup(GAME, ''), 3)
  const hard = withStrengths(three, { level: 'hard', each: false })
  expect(hard.sitters.slice(1)).toEqual([
    { kind: 'bot', level: 'hard' },
    { kind: 'bot', level: 'hard' },
  ])
  expect([botCount(hard), withSitterKind(hard, 0, 'bot').sitters[0]]).toEqual([2, { kind: 'bot', level: 'hard' }])
  const own = withStrengths(hard, { level: 'hard', each: true })
  const mixed = { ...own, sitters: [own.sitters[0]!, { kind: 'bot' as const, level: 'easy' }, own.sitters[2]!] }
  expect(newTableOf(GAME, mixed).seats.map((seat) => seat.level)).toEqual([undefined, 'easy', 'hard'])
  expect(withStrengths(mixed, { level: 'middle', each: false }).sitters[1]).toEqual({ kind: 'bot', level: 'middle' })
})

test('each person at one screen has a name of their own', () => {
  const both = withSitterKind(freshSetup(GAME, 'Ann'), 1, 'me')
  expect(both.sitters).toEqual([
    { kind: 'me', name: 'Ann' },
    { kind: 'me', name: '' },
  ])
  expect(newTableOf(GAME, { ...both, sitters: [both.sitters[0]!, { kind: 'me', name: 'Ben' }] }).seats).toEqual([
    { kind: 'person', name: 'Ann' },
    { kind: 'person', name: 'Ben' },
  ])
  expect(withSitterKind(withSitterKind(both, 0, 'friend'), 1, 'me').sitters[1]).toEqual({ kind: 'me', name: 'Ann' })
  expect(
    myName({
      ...both,
      sitters: [
        { kind: 'me', name: ' ' },
        { kind: 'me', name: 'Ben' },
      ],
    }),
  ).toBe('Ben')
})

test('an option that names a seat says whose it is', () => {
  expect(['random', 'seat 2', 'seat 7'].map((choice) => choiceWords(choice, ['Purple', 'Blue']))).toEqual([
    'Random',
    'Blue',
    'Seat 7',
  ])
})

test("a value of one's own is asked of the server, for it may name the seats anew", () => {
  const option = (free_form: string) => ({ name: 'colours', choices: ['as usual'], only: {}, free_form, help: '' })
  const game = (free_form: string) => ({ ...GAME, options: [option(free_form)] }) as unknown as GameCard
  const own = (free_form: string, value: string) =>
    isOwn(game(free_form), { options: { colours: value } } as unknown as Setup)
  expect([
    own('two colours', 'green red'),
    own('two colours', 'as usual'),
    own('two colours', ''),
    own('', 'green red'),
  ]).toEqual([true, false, false, false])
})

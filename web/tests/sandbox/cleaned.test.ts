/** What a sandbox says is data of a sane size. Drawings and texts are cleaned in a real browser (tests/browser). */
import { expect, test } from 'vitest'
import { cardIn, cleaned, cleanedCard } from '../../src/sandbox/cleaned'

test('what our own games say stays as it is', () => {
  const said = {
    caption: 'a <b> of words',
    pieces: [{ style: 'ruby two', symbol: 'kit-stone', x: 0.5, on: true, no: null }],
  }
  expect(cleaned(said)).toEqual(said)
})

test('numbers are numbers, names are names, and nothing becomes a prototype', () => {
  const said = JSON.parse('{"__proto__": {"x": 1}, "style": "a\\"><img>", "symbol": "https://evil/x.svg#a"}') as object
  const clean = cleaned({ ...said, x: NaN, y: Infinity, f: () => 1 }) as Record<string, unknown>
  expect(clean).toEqual({ style: '', symbol: '', x: 0, y: 0, f: null })
  expect(Object.getPrototypeOf(clean)).toBe(Object.prototype)
})

test('long texts are cut; what is too much or too deep is refused', () => {
  expect(cleaned('x'.repeat(10_000)).length).toBeLessThan(6_010)
  expect(() => cleaned(Array(300_000).fill(0))).toThrow('too much')
  expect(() => cleaned({ spots: Array(1_500).fill({}) })).toThrow('too much')
  let deep: unknown = 0
  for (let i = 0; i < 100; i++) deep = [deep]
  expect(() => cleaned(deep)).toThrow('too much')
})

const LEVEL = { id: 'easy', name: 'Easy', words: 'plays anything' }
const CARD = {
  ...{ slug: 'mine', name: 'Mine', tagline: '', players: [2], seats: { 2: ['Ruby', 'Sky'] }, levels: [LEVEL] },
  ...{ options: [], designers: [], renamed: [], course: [] },
}

test('a card of ours stays as it is', () => {
  expect(cleanedCard(CARD)).toEqual(CARD)
  expect(cardIn(JSON.stringify([CARD]))).toEqual(CARD)
})

test.each(['null', '[]', '{', undefined])('%s holds no card', (text) =>
  expect(() => cardIn(text)).toThrow(/^The game .*\.$/),
)

test.each([
  ['null', null],
  ['a list', [CARD]],
  ['no players', { ...CARD, players: [] }],
  ['players that are no numbers', { ...CARD, players: ['2'] }],
  ['thousands of players', { ...CARD, players: Array.from({ length: 5000 }, (_, count) => count + 1) }],
  ['a seat without a name', { ...CARD, seats: { 2: ['Ruby'] } }],
  ['levels of one name', { ...CARD, levels: [LEVEL, LEVEL] }],
  ['a level that every object has', { ...CARD, levels: [{ ...LEVEL, id: 'constructor' }] }],
  ['thousands of levels', { ...CARD, levels: Array.from({ length: 5000 }, (_, id) => ({ ...LEVEL, id: `l${id}` })) }],
  ['a choice twice', { ...CARD, options: [{ name: 'size', choices: ['1', '1'] }] }],
  ['options that are none', { ...CARD, options: 'size' }],
])('%s: it is refused with a sentence', (_, told) => expect(() => cleanedCard(told)).toThrow(/^The game .*\.$/))

import { expect, test } from 'vitest'
import { forkOf, lines, movesMade } from '../../src/moves/move_lines'
import type { Entry } from '../../src/protocol'

let ply = 0
const entry = (seat: number | null, text: string, words = text): Entry => ({
  ply: ++ply,
  seat,
  text,
  words,
  remark: '',
  spots: [],
})
const GAME = [
  entry(null, 'south first'),
  entry(null, '?', 'South draws'),
  entry(null, '?', 'South draws'),
  entry(1, 'a1'),
  entry(null, 'draw 4'),
  entry(0, '?', 'North hides a card'),
  entry(1, 'b1'),
]

test('a line a move, with what chance did after it; no line says the same twice', () => {
  expect(
    lines(GAME).map(({ move, number, chance }) => [
      move?.ply ?? 0,
      number,
      chance.map(({ entry, again }) => (again ? '' : entry.words)),
    ]),
  ).toEqual([
    [0, 0, ['south first', 'South draws', '']],
    [4, 1, ['draw 4']],
    [6, 2, []],
    [7, 3, []],
  ])
})

test('no draw that is worth reading is blank: every word that chance has had stands in its line, as often as it came', () => {
  const words = ['A card for everybody', 'A card for your hand', 'South draws'] // of one notation
  const game = Array.from({ length: 400 }, (_, i) =>
    entry((i * 7) % 5 === 0 ? i % 2 : null, (i * 3) % 4 ? 'draw 1' : '?', words[(i * i + (i >> 3)) % 3]),
  )
  for (const { chance } of lines(game)) {
    const shown = chance.filter(({ again }) => !again).map(({ entry, times }) => [entry.words, times])
    expect(new Set(shown.map(([words]) => words)).size).toBe(shown.length)
    for (const [words, times] of shown) expect(chance.filter(({ entry }) => entry.words === words).length).toBe(times)
    expect(shown.reduce((sum, [, times]) => sum + Number(times), 0)).toBe(chance.length)
  }
})

test('known lines stay the same objects, so that a move draws one line', () => {
  const before = lines(GAME.slice(0, 4))
  const now = lines(GAME.slice(0, 5), before)
  expect([now[0] === before[0], now[1] === before[1], now[1]?.chance.length]).toEqual([true, false, 1])
  expect(lines([entry(0, 'c3')], now)[1]).not.toBe(now[1]) // another game
})

test('every ply has its place in the list', () => {
  const plies = lines(GAME).flatMap(({ move, chance }) => [move?.ply ?? 0, ...chance.map(({ entry }) => entry.ply)])
  expect(plies).toEqual([0, ...GAME.map(({ ply }) => ply)])
})

test('only seats make moves', () => {
  expect([0, 3, 4, 5, 7].map((ply) => movesMade(GAME, ply))).toEqual([0, 0, 1, 1, 3])
})

test('where a game that began at another table goes on here', () => {
  const all = lines(GAME)
  expect(forkOf(all, 0, false)).toBe(-1)
  expect([forkOf(all, 3, false), forkOf(all, 4, false), forkOf(all, 5, false)]).toEqual([1, 2, 2]) // in the midst of a line: after it
  expect(forkOf(all, 7, false)).toBe(4) // nothing was played here yet
  expect(forkOf(all, 7, true)).toBe(-1) // nor will be
})

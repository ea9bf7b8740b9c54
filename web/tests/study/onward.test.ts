/** Where the reasons of mistakes lead on to. */
import { beforeEach, expect, test, vi } from 'vitest'
import { puzzleProgress } from '../../src/browser/puzzle_progress.svelte'
import type { Advantage, Judgement } from '../../src/engine/engine_types'
import type { PuzzleList } from '../../src/protocol'
import Mistakes from '../../src/study/Mistakes.svelte'
import { onward } from '../../src/study/onward'
import type { ReviewGame } from '../../src/study/review_game.svelte'
import { show } from '../shown'

const reason = (theme: string, lesson = ''): Advantage => ({ amount: 1, words: '', theme, lesson })
const mistake = (ply: number, ...advantages: Advantage[]) =>
  ({
    ...{
      ply,
      advantages,
      words: 'asks',
      best: { words: ['waits'], actions: [1], chance: 1 },
      played: 0,
      proved: true,
      themes: [],
    },
    reasons: ['It keeps more cards.'],
  }) as unknown as Judgement
const PUZZLES: PuzzleList = {
  name: 'A game',
  puzzles: [
    ['easy', 900],
    ['near', 1300],
    ['hard', 2900],
    ['other', 1350],
  ],
  themes: { 'more cards': [0, 1, 2], 'fewer pairs': [3] },
}

beforeEach(() => {
  for (const key of ['x', 'y']) puzzleProgress.tried('go-fish', [key, 1400], true)
})

test('it leads to the lesson of the first reason that has one, and to a puzzle about as hard as the person is good', () => {
  const found = onward('go-fish', [mistake(3, reason('more cards'), reason('fewer pairs', 'pairs'))], PUZZLES)
  expect(found).toEqual([{ lesson: 'pairs', puzzle: 'near' }])
})

test('two mistakes have two puzzles, and one without a reason has nothing', () => {
  const cards = reason('more cards')
  const found = onward('go-fish', [mistake(3, cards), mistake(5, cards), mistake(7)], PUZZLES)
  expect(found.map(({ puzzle }) => puzzle)).toEqual(['near', 'easy', ''])
})

test('a reason whose puzzles were all tried gives way to the next one', () => {
  for (const key of ['easy', 'near', 'hard']) puzzleProgress.tried('all', [key, 1400], true)
  const found = onward('all', [mistake(3, reason('more cards'), reason('fewer pairs'))], PUZZLES)
  expect(found).toEqual([{ lesson: '', puzzle: 'other' }])
})

test('where its reasons have no puzzle, its chances decide', () => {
  const lost = { ...mistake(3, reason('more ponds', 'ponds')), themes: ['fewer pairs'] }
  expect(onward('go-fish', [lost], PUZZLES)).toEqual([{ lesson: 'ponds', puzzle: 'other' }])
})

test('links lead on below the reasons, once the review is done', async () => {
  const asked = vi.fn(async (_: string) => Response.json(PUZZLES))
  vi.stubGlobal('fetch', asked)
  const told = { done: true, game: 'go-fish' }
  const mistakes = [mistake(3, reason('more cards', 'ask')), mistake(5, reason('more ponds'))]
  const game = { told, mistakes, ply: 9, movers: [0, 1, 0, 1, 0, 1], ahead: [], who: 'you' } as unknown as ReviewGame
  const links = () => [...document.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  show(Mistakes, { game })
  expect(links()).toEqual([['A lesson on this', '/games/go-fish/learn#ask']])
  await vi.waitFor(() => expect(links()).toHaveLength(2))
  expect(links()[1]).toEqual(['A puzzle like this', '/games/go-fish/puzzles#near'])
  expect(asked.mock.calls.map(([path]) => path)).toEqual(['/api/games/go-fish/puzzles'])
})

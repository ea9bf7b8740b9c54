import { expect, test } from 'vitest'
import type { YourTable } from '../../src/protocol'
import { keepStandings, remember } from '../../src/browser/saved_tables'
import { MyGames } from '../../src/mine/my_games.svelte'

const SEAT = { role: 'Red', name: '', level: '', open: false, strength: '', kind: 'person' as const, species: '' }

function game(id: string, changes: Partial<YourTable> = {}): YourTable {
  const known = { id, game: 'one', name: 'One', cooperative: false, seats: [SEAT, SEAT], yours: [0], turn: 1 }
  return { ...known, state: 'playing', winners: [], words: '', reason: '', at: 1, time: '', ...changes }
}

const OVER = { state: 'over', turn: null } as const

test('without a tag these are the games that this browser plays, in the order of a history', async () => {
  const all = [
    game('old', { ...OVER, winners: [0], at: 1 }),
    game('new', { ...OVER, winners: [1], at: 9, game: 'two' }),
    game('theirs'),
    game('mine', { turn: 0 }),
    game('watched', { yours: [] }),
  ]
  for (const { id } of all) remember({ id, gone: true })
  keepStandings({ tables: all, gone: [] })
  const mine = new MyGames()
  await mine.show('', '')
  expect(mine.all.map(({ id }) => id)).toEqual(['mine', 'theirs', 'new', 'old'])
  expect([mine.total, mine.won]).toEqual([4, 1])
  await mine.show('one', 'won')
  expect(mine.all.map(({ id }) => id)).toEqual(['old'])
  expect(mine.total).toBe(4)
})

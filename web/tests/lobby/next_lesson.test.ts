/** The next step of learning: what was begun, else what was not; nothing when all is known. */
import { expect, test } from 'vitest'
import '../fake'
import { learnt } from '../../src/browser/learnt.svelte'
import NextLesson from '../../src/lobby/NextLesson.svelte'
import type { GameCard } from '../../src/protocol'
import { clear, show } from '../shown'

const card = (slug: string, lessons: number) => ({ slug, name: slug, weight: 1, lessons }) as GameCard
const GAMES = [card('none', 0), card('a', 2), card('b', 3)]

function led(): string | null | undefined {
  return document.querySelector('a')?.getAttribute('href')
}

test('it leads to the course that was begun, then to the next, and then nowhere', async () => {
  show(NextLesson, { games: GAMES })
  expect(led()).toBe('/games/a/learn')
  await clear()
  learnt.add('b', 'one')
  show(NextLesson, { games: GAMES })
  expect([led(), document.querySelector('strong')?.textContent]).toEqual(['/games/b/learn', 'Keep learning b'])
  await clear()
  for (const lesson of ['two', 'three']) learnt.add('b', lesson)
  show(NextLesson, { games: GAMES })
  expect(led()).toBe('/games/a/learn')
  await clear()
  for (const lesson of ['one', 'two']) learnt.add('a', lesson)
  show(NextLesson, { games: GAMES })
  expect(led()).toBeUndefined()
})

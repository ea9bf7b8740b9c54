/** The next step of learning: of the game that was learnt last; nothing, when it cannot be known. */
import { expect, test, vi } from 'vitest'
import '../fake'
import { learnt } from '../../src/browser/learnt.svelte'
import { ownPath } from '../../src/learn/own_path.svelte'
import NextStep from '../../src/lobby/NextStep.svelte'
import { clear, show } from '../shown'

const card = (slug: string, course: string[]) => ({
  ...{ slug, name: slug.toUpperCase(), weight: 2, cooperative: false },
  ...{ levels: [], lessons: course.length, course, puzzles: course.length },
})
const CARDS = [card('a', ['one', 'two']), card('b', ['one', 'two', 'three'])]

async function led(): Promise<unknown[]> {
  vi.stubGlobal('fetch', async (path: string) => Response.json(path.startsWith('/api/games') ? CARDS : null))
  show(NextStep, {})
  await vi.waitFor(() => expect(document.querySelector('a')).not.toBeNull())
  const link = document.querySelector('a')!
  const told = [link.getAttribute('href'), ...[...link.querySelectorAll('.grow > *')].map((one) => one.textContent)]
  ownPath.walking = false
  link.addEventListener('click', (event) => event.preventDefault())
  link.click()
  expect(ownPath.walking).toBe(true)
  await clear()
  return told
}

test('it leads to the game that was begun, and on from lessons to puzzles', async () => {
  expect(await led()).toEqual(['/games/a/learn#one', 'Lesson 1', 'A: Easy to learn'])
  learnt.add('b', 'one')
  expect(await led()).toEqual(['/games/b/learn#two', 'Lesson 2', 'B: 1 of 3 lessons'])
  for (const lesson of ['two', 'three']) learnt.add('b', lesson)
  expect(await led()).toEqual(['/games/b/puzzles', 'A small puzzle', 'B: 3 of 3 lessons'])
})

/** A lesson as the board knows a table, with a game of the test. */
import type { Scene } from '../../src/protocol'
import { expect, test, vi } from 'vitest'
import '../fake'
import { lesson } from '../fake_code'

const { parlour } = await import('#parlour')
const { LessonTable } = await import('../../src/learn/lesson_table.svelte')

async function opened(script = lesson()) {
  vi.restoreAllMocks()
  const asked = vi.spyOn(parlour, 'request').mockImplementation(() => Promise.resolve(Response.json(script)))
  const table = new LessonTable('g', 'first')
  await vi.waitFor(() => expect(table.live).toBe(true))
  expect(asked.mock.calls[0]).toEqual(['/api/games/g/lessons/first', {}, undefined])
  return table
}
type Opened = Awaited<ReturnType<typeof opened>>

/** Resolves once it has been judged. */
async function played(table: Opened, action: number) {
  await vi.waitFor(() => expect(table.live).toBe(true))
  table.move(action)
  expect([table.live, table.sent?.action]).toEqual([false, action])
  await vi.waitFor(() => expect(table.sent).toBe(null))
}

test('a wrong answer leaves the position, and the next one may be right', async () => {
  const table = await opened()
  expect([table.announced, table.newest?.scene.caption]).toEqual(['Do this.', 'sum 0'])
  await played(table, 6)
  expect([table.newest?.ply, table.live, table.announced]).toEqual([0, true, 'No. Do this.'])
  await played(table, 7)
  expect([table.newest?.ply, table.feedback?.moves.map(({ words }) => words)]).toEqual([2, ['add 7', 'add 6']])
  await played(table, 6)
  expect([table.feedback?.words, table.taken]).toEqual(['Too few.', 1])
  await played(table, 7)
  expect([table.done, table.live, table.announced]).toEqual([true, false, 'All.'])
  expect(table.newest?.scene.choices).toEqual([])
  table.move(7)
  expect(table.newest?.ply).toBe(3)
})

test('the first hint says where to look, the second shows the move', async () => {
  const table = await opened()
  expect(table.solution).toBe(undefined)
  table.hint()
  expect([table.announced, table.solution]).toEqual(['Look there.', undefined])
  table.hint()
  expect([table.announced, table.solution?.words]).toEqual(['add 7', 'add 7'])
})

test('the page knows what a move would do, and why a click does nothing', async () => {
  const { newest } = await opened()
  const then = newest?.preview?.(7) as Scene
  expect([then.caption, newest?.explain?.(['a'], 'b')]).toEqual(['sum 7', 'b after 1'])
})

test('a lesson that cannot be opened says why', async () => {
  for (const [answer, words] of [
    [() => Promise.reject(new Error('The server does not answer.')), 'The server does not answer.'],
    [
      () => Promise.resolve(Response.json(lesson({ board: { ...lesson().board, code: '' } }))),
      'This page cannot draw A game.',
    ],
  ] as const) {
    vi.spyOn(parlour, 'request').mockImplementation(answer)
    const table = new LessonTable('g', 'first')
    await vi.waitFor(() => expect(table.failure).toBe(words))
  }
})

test('an answer that cannot be played is as if it had not been tried', async () => {
  const script = lesson()
  const table = await opened(lesson({ steps: [{ ...script.steps[0]!, replies: ['m9'] }, script.steps[1]!] }))
  await played(table, 7)
  expect([table.failure, table.newest?.ply, table.taken]).toEqual(['A reply of this lesson is not possible.', 0, 0])
  await played(table, 6)
  expect([table.failure, table.announced]).toEqual(['', 'No. Do this.'])
})

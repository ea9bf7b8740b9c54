/** A lesson as the board knows a table; what the server says is the test's. */
import { beforeEach, expect, test, vi } from 'vitest'
import { entry, lesson, moment } from '../fake'
import { choice, EMPTY } from '../scenes'
import type { LessonShown, Scene } from '../../src/protocol'

const asked: { path: string; body: Record<string, unknown> }[] = []
const answers: unknown[] = []
const { parlour } = await import('#parlour')
const { LessonTable } = await import('../../src/learn/lesson_table.svelte')

const scene = (...actions: number[]): Scene => ({
  ...EMPTY,
  choices: actions.map((action) => ({ ...choice(action, 'a'), words: `move ${action}` })),
})
const shown = (more: Partial<LessonShown>) => lesson({ moments: [moment(0, scene(6, 7))], ...more })

beforeEach(() => {
  asked.length = answers.length = 0
  vi.spyOn(parlour, 'request').mockImplementation((path, init) => {
    asked.push({ path, body: JSON.parse(init?.body as string) as Record<string, unknown> })
    const answer = answers.shift()
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(Response.json(answer))
  })
})

async function opened() {
  answers.push(shown({}))
  const table = new LessonTable('g', 'first')
  await vi.waitFor(() => expect(table.live).toBe(true))
  return table
}

test('a wrong answer leaves the position, and the next one may be right', async () => {
  const table = await opened()
  answers.push(shown({ right: false, words: 'Not that.' }))
  table.move(6)
  expect([table.live, table.sent]).toEqual([false, { ply: 0, action: 6 }])
  await vi.waitFor(() => expect(table.sent).toBe(null))
  expect([table.newest?.ply, table.live, table.announced]).toEqual([0, true, 'Not that. Do this.'])
  answers.push(
    shown({ right: true, step: 1, moves: [entry(1), entry(2)], moments: [moment(1, scene()), moment(2, scene(9))] }),
  )
  table.move(7)
  await vi.waitFor(() => expect(table.live).toBe(true))
  expect(table.newest?.ply).toBe(2)
  answers.push(shown({ right: true, step: 2, say: '', solution: null, moments: [moment(3, scene())] }))
  table.move(9)
  await vi.waitFor(() => expect(table.done).toBe(true))
  expect(table.live).toBe(false)
  expect(asked.map(({ body }) => body)).toEqual([
    { answers: [], action: null },
    { answers: [], action: 6 },
    { answers: [], action: 7 },
    { answers: [7], action: 9 },
  ])
  expect(asked[0]!.path).toBe('/api/games/g/lessons/first')
})

test('the first hint says where to look, the second shows the move', async () => {
  const table = await opened()
  expect(table.solution).toBe(undefined)
  table.hint()
  expect([table.announced, table.solution]).toEqual(['Look there.', undefined])
  table.hint()
  expect(table.solution?.words).toBe('move 7')
})

test('previews and reasons are asked for after the answers so far', async () => {
  const table = await opened()
  table.onPreview = vi.fn()
  table.onExplanation = vi.fn()
  answers.push({ scene: scene() }, { words: 'It is empty' })
  table.send({ type: 'preview', ply: 0, action: 7, takebacks: 0 })
  table.send({ type: 'why not', ply: 0, path: [], spot: 'a', takebacks: 0 })
  await vi.waitFor(() => expect(table.onExplanation).toHaveBeenCalled())
  expect(table.onPreview).toHaveBeenCalledWith(0, 7, scene())
  expect(table.onExplanation).toHaveBeenCalledWith({
    type: 'because',
    ply: 0,
    path: [],
    spot: 'a',
    words: 'It is empty',
  })
  expect(asked.slice(1).map(({ path }) => path.split('/').at(-1))).toEqual(['preview', 'why'])
})

test('a lesson that cannot be opened says why', async () => {
  answers.push(new Error('The server does not answer.'))
  const table = new LessonTable('g', 'first')
  await vi.waitFor(() => expect(table.failure).toBe('The server does not answer.'))
})

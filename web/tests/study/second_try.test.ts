/** A decision that is made once more, judged by an engine that is the test. */
import { expect, test, vi } from 'vitest'
import '../fake'
import type { Engine } from '../../src/engine/engine'
import type { AttemptAnswer } from '../../src/engine/engine_types'
import { parlour } from '../../src/net/server_parlour'
import { SecondTry } from '../../src/study/second_try.svelte'
import type { StudyTable } from '../../src/study/study_table.svelte'

const GAME = { game: 'go-fish', players: 2, options: {} }
const RIGHT = { right: true, loss: 0 } as AttemptAnswer
const WRONG = { right: false, loss: 0.3 } as AttemptAnswer

function opened(...answers: (AttemptAnswer | Error)[]) {
  const attempt = vi.fn(() => {
    const answer = answers.shift()!
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  })
  vi.spyOn(parlour, 'engine').mockResolvedValue({ attempt } as unknown as Engine)
  const table = {
    playable: false,
    actions: [5, 6],
    newest: { scene: { choices: [{ action: 8, words: 'asks for sevens' }] } },
    onMove: (_: number) => {},
  }
  const found = vi.fn()
  const retry = new SecondTry(table as unknown as StudyTable, { ...GAME, best: 8 }, found)
  return { table, attempt, found, retry }
}

test('what is tried is judged, until it is right', async () => {
  const { table, attempt, found, retry } = opened(WRONG, RIGHT)
  expect(table.playable).toBe(true)
  table.onMove(7)
  expect(retry.thinking).toBe(true)
  await vi.waitFor(() => expect(retry.thinking).toBe(false))
  expect(attempt).toHaveBeenLastCalledWith({ ...GAME, actions: [5, 6], action: 7, told: 8 })
  expect([retry.right, retry.attempts, table.playable, found.mock.calls]).toEqual([false, 1, true, []])
  table.onMove(8)
  await vi.waitFor(() => expect(retry.right).toBe(true))
  expect([retry.attempts, retry.tried, table.playable, found.mock.calls]).toEqual([2, 'asks for sevens', false, [[8]]])
})

test('a failure is a sentence, and no attempt', async () => {
  const { table, retry } = opened(new Error('The engine broke off; ask again.'))
  table.onMove(8)
  await vi.waitFor(() => expect(retry.failure).toBe('The engine broke off; ask again.'))
  expect([retry.attempts, retry.thinking, table.playable]).toEqual([0, false, true])
})

test('an answer that comes after the end does not count', async () => {
  const { table, found, retry } = opened(RIGHT)
  table.onMove(8)
  retry.end()
  await new Promise((done) => setTimeout(done))
  expect([retry.right, retry.attempts, table.playable, found.mock.calls]).toEqual([false, 0, false, []])
})

test('hints are where to look, and the move', () => {
  const { retry } = opened()
  const given = [1, 2, 3].map(() => {
    retry.giveHint()
    return retry.hints
  })
  expect(given).toEqual([1, 2, 2])
})

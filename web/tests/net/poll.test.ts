import { beforeEach, expect, test, vi } from 'vitest'
import { poll } from '../../src/net/poll'

beforeEach(() => vi.useFakeTimers())

test('it asks again until it has heard enough, also after an error', async () => {
  const answers = [
    () => Promise.resolve('wait'),
    () => Promise.reject(new Error('away')),
    () => Promise.resolve('done'),
  ]
  const heard: string[] = []
  poll(
    () => answers.shift()!(),
    (answer) => (heard.push(answer), answer === 'done' ? undefined : 100),
    ({ message }) => (heard.push(message), 200),
  )
  await vi.advanceTimersByTimeAsync(99)
  expect(heard).toEqual(['wait'])
  await vi.advanceTimersByTimeAsync(1)
  expect(heard).toEqual(['wait', 'away'])
  await vi.advanceTimersByTimeAsync(200)
  expect(heard).toEqual(['wait', 'away', 'done'])
  await vi.advanceTimersByTimeAsync(9999)
  expect(answers).toEqual([])
})

test('once ended, it neither hears what it has asked nor asks again', async () => {
  const told = vi.fn()
  const asked = vi.fn(async () => 'answer')
  const end = poll(asked, told, () => {}) // under way
  end()
  await vi.advanceTimersByTimeAsync(9999)
  expect([told.mock.calls.length, asked.mock.calls.length]).toEqual([0, 1])
})

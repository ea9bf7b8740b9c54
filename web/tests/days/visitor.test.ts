import { beforeEach, expect, test, vi } from 'vitest'
import { addedWords, addWord, visitor } from '../../src/days/visitor'
import { addDayWord } from '../../src/net/api'

vi.mock('../../src/net/api', () => ({ addDayWord: vi.fn() }))

beforeEach(() => {
  vi.mocked(addDayWord).mockReset()
})

test('a browser is the same person each time', async () => {
  const who = await visitor()
  expect(who).toMatch(/^[A-Za-z0-9_-]{16,64}$/)
  expect(await visitor()).toBe(who)
})

test('one word a day is added, and its receipt kept', async () => {
  vi.mocked(addDayWord).mockImplementation(({ word }) =>
    Promise.resolve({ day: 101, number: 7, head: `after ${word}` }),
  )
  await addWord(100)
  await addWord(100)
  expect(addDayWord).toHaveBeenCalledTimes(1)
  const [added] = addedWords()
  expect(added).toMatchObject({ day: 101, number: 7, head: `after ${added!.word}` })
  await addWord(101)
  expect(addDayWord).toHaveBeenCalledTimes(2)
})

test('a word that is refused is not kept', async () => {
  vi.mocked(addDayWord).mockRejectedValue(new Error('busy'))
  await addWord(100)
  expect(addedWords()).toEqual([])
})

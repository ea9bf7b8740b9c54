import { expect, test, vi } from 'vitest'
import { dayText, keptPromise, promised, untilText, type DayValue } from '../../src/puzzles/day_values'

const LAST = 100

async function of(day: number, root = 0): Promise<DayValue> {
  let value = new Uint8Array(32).fill(root)
  for (let at = LAST; at > day; at -= 1) value = new Uint8Array(await crypto.subtle.digest('SHA-256', value))
  return { day, value: [...value].map((byte) => byte.toString(16).padStart(2, '0')).join('') }
}

test('a day is promised by every day before it', async () => {
  expect(await promised(await of(10), await of(11))).toBe(true)
  expect(await promised(await of(10), await of(90))).toBe(true)
  expect(await promised(await of(10), { ...(await of(90)), day: 89 })).toBe(false)
  expect(await promised(await of(10), await of(11, 1))).toBe(false)
})

test('the browser keeps the first value that it saw, and checks the others', async () => {
  expect(await keptPromise(await of(10))).toBeNull()
  expect(await keptPromise(await of(10))).toBeNull()
  expect(await keptPromise(await of(12))).toBe(10)
  expect(await keptPromise(await of(13))).toBe(10)
  expect(await keptPromise(await of(9))).toBeNull()
})

test('a site in a folder of the server has promised nothing that the server did, and the other way round', async () => {
  await keptPromise(await of(10))
  vi.doMock('#parlour', () => ({ parlour: { folder: '/make/' } }))
  vi.resetModules()
  const site = await import('../../src/puzzles/day_values')
  vi.doUnmock('#parlour')
  expect(await site.keptPromise(await of(11, 1))).toBeNull()
  expect(await keptPromise(await of(11))).toBe(10)
})

test('where a later day was kept, an earlier one is checked with it', async () => {
  await keptPromise(await of(20))
  expect(await keptPromise(await of(12))).toBeNull()
  await expect(keptPromise(await of(12, 1))).rejects.toThrow('not the one that was promised')
})

test('a broken promise is said, once', async () => {
  await keptPromise(await of(10))
  const other = await of(11, 1)
  await expect(keptPromise(other)).rejects.toThrow('not the one that was promised')
  expect(await keptPromise(other)).toBeNull()
})

test.each(['null', '{"day":"x"}', '{"day":10}', 'nonsense'])('what is stored may be anything: %s', async (stored) => {
  localStorage.setItem('rookery.day', stored)
  expect(await keptPromise(await of(10))).toBeNull()
  expect(await keptPromise(await of(11))).toBe(10)
})

test('a day is written as people write it', () => {
  expect(dayText(20_782)).toBe('25 November')
})

test('how long it is until a day begins, in words', () => {
  const texts = [5 * 3600, 3500, 90 * 60, 61, 60, -1].map((seconds) => untilText(1000 * seconds))
  expect(texts).toEqual(['in 5 hours', 'in 59 minutes', 'in 2 hours', 'in 2 minutes', 'in a minute', 'in a minute'])
})

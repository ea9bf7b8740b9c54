/** The laws of what comes back, and when. */
import { expect, test } from 'vitest'
import { isDue, missed, NEVER, triesToday, type Returning } from '../../src/browser/returning'
import { afterTry } from '../../src/browser/schedule'

const DAY = 86_400_000
const NOON = 20_000 * DAY + DAY / 2

/** How many days pass after each try, if each is made when it is due; NaN: it is known. */
function waits(tries: string): number[] {
  let one: Returning = missed(NOON, NOON)
  return [...tries].map((found) => {
    const now = one.due
    one = afterTry(one, found === 'y', now)
    return one.due === NEVER ? NaN : (one.due - now) / DAY
  })
}

test('a found one waits longer each time, until it is known; a missed one comes back on the next day', () => {
  expect(waits('yyyyyy')).toEqual([3, 3, 9, 24, 60, NaN])
  expect(waits('nnn')).toEqual([1, 1, 1])
  expect(waits('yyyn')).toEqual([3, 3, 9, 1])
})

test('what was missed again comes back sooner than what was not', () => {
  const [often, once] = [waits('nnyyy'), waits('yyyyy')]
  expect(often.at(-1)!).toBeLessThan(once.at(-1)!)
})

test('equal tries give equal days, and the tries are kept', () => {
  const [one, other] = [1, 2].map(() => afterTry(missed(NOON, NOON), true, NOON))
  expect(one).toEqual(other)
  expect(one!.tries).toEqual([
    [NOON, false],
    [NOON, true],
  ])
})

test('a clock that is set back stops nothing', () => {
  const next = afterTry(missed(NOON, NOON), true, NOON - 30 * DAY)
  expect(next.due).toBeGreaterThan(NOON)
})

test('a thousand tries are not all kept', () => {
  let one = missed(NOON, NOON)
  for (let i = 0; i < 1000; i += 1) one = afterTry(one, false, one.due)
  expect(one.tries.length).toBeLessThan(100)
  expect(isDue(one, one.due)).toBe(true)
})

test('tries of today are counted, but not the miss', () => {
  const one = afterTry(missed(NOON, NOON), true, NOON + 1)
  expect([NOON, NOON + DAY].map((now) => triesToday(one, now))).toEqual([1, 0])
})

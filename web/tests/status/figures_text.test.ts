import { expect, test } from 'vitest'
import { amount, curve, durationText, waitText } from '../../src/status/figures_text'

test('a span of time has two units at most', () => {
  expect([0, 1, 59, 60, 3599, 3600, 7260, 86400, 93784].map(durationText)).toEqual([
    '0 seconds',
    '1 second',
    '59 seconds',
    '1 minute',
    '59 minutes 59 seconds',
    '1 hour',
    '2 hours 1 minute',
    '1 day',
    '1 day 2 hours',
  ])
  expect(durationText(86400 + 60), 'a day and a minute is a day').toBe('1 day')
})

test('waits are told as exactly as anybody cares', () => {
  expect([null, 0.42, 9.94, 12.34, 999, 2400].map(waitText)).toEqual([
    '–',
    '0.4 ms',
    '9.9 ms',
    '12 ms',
    '999 ms',
    '2.4 s',
  ])
})

test('amounts', () => {
  expect([0, 0.34, 3, 12.4].map(amount)).toEqual(['0', '0.3', '3', '12'])
})

test('a curve ends at the right and reaches the top', () => {
  expect(curve([0, 5, 10], 5, 100, 20)).toBe('50,20 75,10 100,0')
  expect(curve([0], 5, 100, 20)).toBe('100,20')
})

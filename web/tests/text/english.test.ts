import { expect, test } from 'vitest'
import { list, percent, sentence } from '../../src/text/english'

test('lists read as prose', () => {
  expect(list(['Ann'])).toBe('Ann')
  expect(list(['Ann', 'Bo', 'Cy'])).toBe('Ann, Bo and Cy')
})

test('refusals read as sentences', () => {
  expect(sentence('look again')).toBe('Look again.')
  expect(sentence('Again?')).toBe('Again?')
})

test('shares are rounded', () => {
  expect([0, 0.004, 0.456, 1].map(percent)).toEqual(['0%', '0%', '46%', '100%'])
})

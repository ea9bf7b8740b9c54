import { expect, test } from 'vitest'
import { list, sentence } from '../../src/text/english'

test('lists read as prose', () => {
  expect(list(['Ann'])).toBe('Ann')
  expect(list(['Ann', 'Bo', 'Cy'])).toBe('Ann, Bo and Cy')
})

test('refusals read as sentences', () => {
  expect(sentence('look again')).toBe('Look again.')
  expect(sentence('Again?')).toBe('Again?')
})

import { expect, test } from 'vitest'
import { initials } from '../../src/text/seat_text'
import { seat } from './cards'

test('seats are told apart by letters where colours are not ours', () => {
  const called = (...roles: string[]) => initials(roles.map((role, index) => ({ ...seat(0, false), index, role })))
  expect(called('Red', 'Blue', 'Green')).toEqual(['R', 'B', 'G'])
  expect(called('Blue', 'Black', 'Green')).toEqual(['Blu', 'Bla', 'Gre'])
  expect(called('Same', 'Same')).toEqual(['Same', 'Same'])
})

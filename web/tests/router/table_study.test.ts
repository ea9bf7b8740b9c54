/** The game of a table, in the address of the analysis board. */
import { expect, test } from 'vitest'
import { readTableStudy, tableStudyText } from '../../src/router/table_study'

test('what is written is read again', () => {
  const told = { table: 'a&b=c', ply: 17 }
  expect(readTableStudy(tableStudyText(told))).toEqual(told)
})

test('what describes something else is no game of a table', () => {
  for (const text of ['', 'players=2&moves=1.2', 'saved=abc', 'table=']) expect(readTableStudy(text)).toBeNull()
  expect(readTableStudy('table=abc&at=last')).toEqual({ table: 'abc', ply: 0 })
})

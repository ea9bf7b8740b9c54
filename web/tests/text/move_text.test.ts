import { expect, test } from 'vitest'
import { withRemark, isSecret, moveText } from '../../src/text/move_text'
import type { Entry } from '../../src/protocol'

test('moves are told in words, and in notation on request, except secret ones', () => {
  const open: Entry = { ply: 1, seat: 0, text: 'a1', words: 'Marks a1', remark: '', spots: [] }
  const closed: Entry = { ply: 2, seat: null, text: '?', words: 'North takes a card', remark: '', spots: [] }
  expect([open, closed].map((entry) => moveText(entry, true))).toEqual(['a1', 'North takes a card'])
  expect([open, closed].map((entry) => moveText(entry))).toEqual(['Marks a1', 'North takes a card'])
  expect([open, closed].map(isSecret)).toEqual([false, true])
})

test('a bot’s remark follows its move', () => {
  const plain: Entry = { ply: 1, seat: 0, text: 'a1', words: 'Marks a1', remark: '', spots: [] }
  expect([plain, { ...plain, remark: 'proved' }].map(withRemark)).toEqual(['Marks a1', 'Marks a1; proved'])
})

import { expect, test } from 'vitest'
import { read } from '../../src/browser/storage'
import { noteEvening } from '../../src/days/evening_guest'
import type { EveningCard } from '../../src/protocol'

test('the commitment is kept as it was seen first, under the name that browsers know', () => {
  const card = (commitment: string, over = false) => ({ id: 'e', commitment, over }) as EveningCard
  noteEvening(card('ef', true)) // too late to be of use
  expect(read('rookery.evening.e', null)).toBeNull()
  for (const commitment of ['ab', 'cd']) noteEvening(card(commitment))
  expect(read('rookery.evening.e', null)).toMatchObject({ promise: 'ab', receipt: null })
})

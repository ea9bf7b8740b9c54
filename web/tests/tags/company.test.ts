/** Who sits at a table, in lists of tables. */
import { expect, test } from 'vitest'
import type { ListedSeat } from '../../src/protocol'
import Company from '../../src/tags/Company.svelte'
import { show } from '../shown'

const seat = (kind: ListedSeat['kind'], species: string): ListedSeat => ({
  ...{ role: '', name: '', level: '', open: false, strength: '' },
  ...{ kind, species },
})

test('each bot has a bird, and no person; nor has a bot of whom an older page kept no species', () => {
  const { species, ...old } = seat('bot', '')
  const seats = [seat('bot', 'gull'), seat('person', ''), seat('bot', ''), old as ListedSeat]
  show(Company, { words: `with Ann and two bots${species}`, seats })
  expect(document.body.textContent.trim()).toBe('with Ann and two bots')
  expect(document.querySelectorAll('.last .nest')).toHaveLength(2)
})

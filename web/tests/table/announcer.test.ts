import { expect, test } from 'vitest'
import { news } from '../../src/table/announcer.svelte'
import type { TableCard } from '../../src/protocol'

test('it is said that there is a rematch, once', () => {
  const card = (next: string) => ({ begun: true, asked: null, seats: [], next }) as unknown as TableCard
  expect(news(card(''), card('abc'), [])).toBe('The rematch is set up.')
  expect(news(card('abc'), card('abc'), [])).toBe('')
})

import { expect, test } from 'vitest'
import { Announcer, news } from '../../src/table/announcer.svelte'
import { entry, moment } from '../fake'
import { EMPTY } from '../scenes'
import type { TableCard } from '../../src/protocol'

test('it is said that there is a rematch, once', () => {
  const card = (next: string) => ({ begun: true, asked: null, seats: [], next }) as unknown as TableCard
  expect(news(card(''), card('abc'), [])).toBe('The rematch is set up.')
  expect(news(card('abc'), card('abc'), [])).toBe('')
})

test('a remark that ends with a full stop gets no second one', () => {
  const announcer = new Announcer()
  const seat = { index: 0, role: 'North', name: 'Ann', yours: false, level: '', came: true, open: false }
  const card = { begun: true, asked: null, seats: [seat], next: '', game: {} } as unknown as TableCard
  const played = { ...entry(1), seat: 0, words: 'a stone to b2', remark: 'That was quick.' }
  announcer.hear(card, [played], { ...moment(1, EMPTY), mover: 0 }, [], false)
  expect(announcer.words).toContain('That was quick. Ann to move.')
})

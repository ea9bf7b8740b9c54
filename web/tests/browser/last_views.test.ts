/** How tables were seen last: kept for tables in the list alone, and never taken on trust. */
import { expect, test } from 'vitest'
import '../fake'
import { keepLastView, lastView } from '../../src/browser/last_views'
import { forget, remember } from '../../src/browser/saved_tables'

const SEEN = { code: 'a.js', view: 'AAAA', viewer: 1, players: 2, facing: 1 }

test('only tables that are remembered have one', () => {
  keepLastView('stranger', SEEN)
  expect(lastView('stranger')).toBe(null)
  remember({ id: 'one', slug: 'g', name: 'G' })
  remember({ id: 'two', slug: 'g', name: 'G' })
  keepLastView('one', SEEN)
  expect(lastView('one')).toEqual(SEEN)
  forget('one')
  keepLastView('two', { ...SEEN, viewer: null })
  expect([lastView('one'), lastView('two')?.viewer]).toEqual([null, null])
  expect(localStorage.getItem('rookery.view.one')).toBe(null)
})

test('what somebody else has stored there is no view', () => {
  for (const wrong of ['{', 'null', '[]', '{"code":"a.js"}', JSON.stringify({ ...SEEN, players: 'two' })]) {
    localStorage.setItem('rookery.view.one', wrong)
    expect(lastView('one')).toBe(null)
  }
})

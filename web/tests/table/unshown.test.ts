/** A table of which nothing can be shown: its page does not wait for ever, and has a way on. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as fake from '../fake'
import { FakeSocket } from '../fake'
import { LIMITS } from '../../src/waits/limits'
import { onePiece } from '../scenes'
import { show } from '../shown'

const NOTHING = fake.welcome({ ...fake.moment(0, onePiece()), scene: null } as never)
const { default: TablePage } = await import('../../src/table/TablePage.svelte')

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.restoreAllMocks())

test('a table for which neither view nor picture comes says so, with a way on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  show(TablePage, { id: 't1', keys: ['key'] })
  const shown = () => document.querySelector('main')?.textContent
  fake.greet(FakeSocket.newest, NOTHING)
  for (let asked = 0; asked < 2; asked++) FakeSocket.newest.says(NOTHING)
  expect(shown()).toContain('Setting up the table')
  await vi.advanceTimersByTimeAsync(LIMITS.table)
  expect(shown()).toContain('This table cannot be shown')
  expect([...document.querySelectorAll('main .button')].map((way) => way.textContent)).toEqual([
    'Try again',
    'All games',
  ])
})

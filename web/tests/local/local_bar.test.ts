/** What a parlour in this browser has to say. */
import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import LocalBar from '../../src/local/LocalBar.svelte'
import type { Home } from '../../src/net/parlour'
import { button, show } from '../shown'

const QUIET = { here: true, part: 0, awaited: false, notice: '', failure: '', away: false, fresh: false }
const open = (state: Partial<Home>) => {
  const home = { ...QUIET, warm: vi.fn(), prepare: vi.fn(), take: vi.fn(), renew: vi.fn(), idle: vi.fn(), ...state }
  show(LocalBar, { home })
  return home
}
const press = (name: string) => (button(name)!.click(), flushSync())
const text = () => document.body.textContent.trim()

test('it is silent when all is well', () => {
  open({})
  expect(text()).toBe('')
})

test('it says that a table is on its way', () => {
  open({ awaited: true })
  expect(text()).toBe('Getting the table ready …')
})

test('a failure hides all else', () => {
  open({ failure: 'It is too old.', awaited: true, fresh: true })
  expect(text()).toBe('It is too old. Load again')
})

test('a game in another tab can be taken over', () => {
  const home = open({ away: true })
  press('Play here')
  expect(home.take).toHaveBeenCalledOnce()
})

test('a notice goes when it was read', () => {
  open({ notice: 'This browser has no room left.' })
  expect(text()).toContain('This browser has no room left.')
  press('I see')
  expect(text()).toBe('')
})

test('a newer version waits until the person agrees', () => {
  const home = open({ fresh: true })
  press('Use it now')
  expect(home.renew).toHaveBeenCalledOnce()
  press('Later')
  expect(text()).toBe('')
})

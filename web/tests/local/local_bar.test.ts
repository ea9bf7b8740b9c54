/** What a parlour in this browser has to say. */
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import LocalBar from '../../src/local/LocalBar.svelte'
import type { Home } from '../../src/net/parlour'

const QUIET = { here: true, part: 0, awaited: false, notice: '', failure: '', away: false, fresh: false }
let page: Record<string, unknown>
const show = (state: Partial<Home>) => {
  const home = { ...QUIET, warm: vi.fn(), prepare: vi.fn(), take: vi.fn(), renew: vi.fn(), idle: vi.fn(), ...state }
  page = mount(LocalBar, { target: document.body, props: { home } })
  flushSync()
  return home
}
const press = (name: string) => {
  const buttons = [...document.querySelectorAll('button')]
  buttons.find(({ textContent }) => textContent === name)!.click()
  flushSync()
}
const text = () => document.body.textContent.trim()

afterEach(() => unmount(page))

test('it is silent when all is well', () => {
  show({})
  expect(text()).toBe('')
})

test('it says that a table is on its way', () => {
  show({ awaited: true })
  expect(text()).toBe('Getting the table ready …')
})

test('a failure hides all else', () => {
  show({ failure: 'It is too old.', awaited: true, fresh: true })
  expect(text()).toBe('It is too old. Load again')
})

test('a game in another tab can be taken over', () => {
  const home = show({ away: true })
  press('Play here')
  expect(home.take).toHaveBeenCalledOnce()
})

test('a notice goes when it was read', () => {
  show({ notice: 'This browser has no room left.' })
  expect(text()).toContain('This browser has no room left.')
  press('I see')
  expect(text()).toBe('')
})

test('a newer version waits until the person agrees', () => {
  const home = show({ fresh: true })
  press('Use it now')
  expect(home.renew).toHaveBeenCalledOnce()
  press('Later')
  expect(text()).toBe('')
})

/** What makes no sense without a server is not there in a page that plays without one. */
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parlour } from '#parlour'
import Tools from '../../src/table/Tools.svelte'
import SeatChoice from '../../src/setup/SeatChoice.svelte'
import { TableStore, card } from '../fake'

const { can } = parlour
const everything = { ...can }
let page: Record<string, unknown>

beforeEach(() => vi.stubGlobal('fetch', vi.fn()))
afterEach(async () => {
  await unmount(page)
  Object.assign(can, everything)
  vi.unstubAllGlobals()
})

function tools() {
  const table = new TableStore('t1', [], null)
  table.card = card
  page = mount(Tools, { target: document.body, props: { table, inviting: true } })
  flushSync()
  return document.body.textContent
}

test('a server has links for friends, a chat and all files', () => {
  const words = tools()
  for (const there of ['Share', 'Talk', 'Links to this table', 'Sheet to print']) expect(words).toContain(there)
})

test('without a server there are only the files that can be made here', () => {
  Object.assign(can, { friends: false, links: false, exports: ['record', 'txt', 'svg'] })
  const words = tools()
  for (const there of ['Save', 'Text', 'Picture (SVG)']) expect(words).toContain(there)
  for (const gone of ['Share', 'Talk', 'Links to this table', 'PNG', 'Sheet to print'])
    expect(words).not.toContain(gone)
})

test.each([
  [true, ['Me', 'A friend', 'Anyone']],
  [false, ['Me']],
])('who can sit at a table (friends elsewhere: %s)', (friends, kinds) => {
  Object.assign(can, { friends })
  const nothing = () => {}
  page = mount(SeatChoice, {
    target: document.body,
    props: {
      role: 'Red',
      sitter: { kind: 'me', name: '' },
      levels: [],
      each: false,
      alone: true,
      sit: nothing,
      change: nothing,
    },
  })
  flushSync()
  expect([...document.querySelectorAll('fieldset label')].map((label) => label.textContent?.trim())).toEqual(kinds)
})

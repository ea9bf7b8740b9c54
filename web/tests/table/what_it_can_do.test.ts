/** What makes no sense without a server is not there in a page that plays without one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parlour } from '#parlour'
import Tools from '../../src/table/Tools.svelte'
import SeatChoice from '../../src/setup/SeatChoice.svelte'
import { TableStore, card } from '../fake'
import { show } from '../shown'

const { can } = parlour
const everything = { ...can }

beforeEach(() => vi.stubGlobal('fetch', vi.fn()))
afterEach(() => {
  Object.assign(can, everything)
  vi.unstubAllGlobals()
})

function tools() {
  const table = new TableStore('t1', [], null)
  table.card = card
  show(Tools, { table, inviting: true })
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
  const sitter = { kind: 'me', name: '' } as const
  show(SeatChoice, { role: 'Red', sitter, levels: [], each: false, alone: true, sit: nothing, change: nothing })
  expect([...document.querySelectorAll('fieldset label')].map((label) => label.textContent?.trim())).toEqual(kinds)
})

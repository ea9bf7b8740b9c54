/** The button for hints. */
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import '../fake'
import * as fake from '../fake'
import { onePiece } from '../scenes'
import type { Engine } from '../../src/engine/engine'
import HintBar from '../../src/hints/HintBar.svelte'
import type { Hints } from '../../src/hints/hints.svelte'
import { parlour } from '../../src/net/server_parlour'
import type { Table } from '../../src/state'

let pages: object[] = []
afterEach(() => {
  pages.forEach((page) => unmount(page))
  pages = []
})

async function button(more: Partial<Table> = {}, engine: Engine | null = {} as Engine) {
  vi.spyOn(parlour, 'engine').mockResolvedValue(engine)
  const newest = fake.moment(2, onePiece())
  const card = { ...fake.card, begun: true, seats: fake.card.seats.map((seat) => ({ ...seat, yours: true })) }
  const table = { card, newest, live: true, mine: [0, 1], handOverTo: null, ...more } as Table
  const ask = vi.fn()
  const hints = { given: 0, thinking: false, failure: '', hint: { words: '', spots: [] }, ask } as unknown as Hints
  const page = mount(HintBar, { target: document.body, props: { table, hints } })
  pages.push(page)
  await Promise.resolve().then(() => new Promise((done) => setTimeout(done)))
  flushSync()
  const found = document.querySelector('button')
  found?.click()
  return { found, ask }
}

test('who decides may ask', async () => {
  const { found, ask } = await button()
  expect([found?.getAttribute('aria-disabled'), ask.mock.calls.length]).toEqual(['false', 1])
})

test('nobody may ask while the device is handed over, or a move is on its way', async () => {
  for (const more of [{ handOverTo: 1 }, { live: false }, { mine: [1] }]) {
    const { found, ask } = await button(more)
    expect([found?.getAttribute('aria-disabled'), ask.mock.calls.length]).toEqual(['true', 0])
    pages.splice(0).forEach((page) => unmount(page))
  }
})

test('without an engine there is no button', async () => {
  expect((await button({}, null)).found).toBeNull()
})

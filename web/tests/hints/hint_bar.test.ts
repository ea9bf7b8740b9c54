/** The buttons for help. */
import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import '../fake'
import * as fake from '../fake'
import { onePiece } from '../scenes'
import type { Engine } from '../../src/engine/engine'
import HintBar from '../../src/hints/HintBar.svelte'
import type { EngineHelp } from '../../src/hints/engine_help.svelte'
import type { Hints } from '../../src/hints/hints.svelte'
import type { Threats } from '../../src/hints/threats.svelte'
import { parlour } from '../../src/net/server_parlour'
import type { Table } from '../../src/state'
import { clear, show } from '../shown'

async function buttons(more: Partial<Table> = {}, engine: Engine | null = {} as Engine) {
  vi.spyOn(parlour, 'engine').mockResolvedValue(engine)
  const newest = fake.moment(2, onePiece())
  const card = { ...fake.card, begun: true, seats: fake.card.seats.map((seat) => ({ ...seat, yours: true })) }
  const table = { card, newest, live: true, mine: [0, 1], handOverTo: null, ...more } as Table
  const help = { table, wanted: null, failure: '' } as unknown as EngineHelp
  const hints = { given: 0, hint: { words: '', spots: [] }, ask: vi.fn() } as unknown as Hints
  const threats = { words: '', spots: [], ask: vi.fn() } as unknown as Threats
  show(HintBar, { help, hints, threats })
  await Promise.resolve().then(() => new Promise((done) => setTimeout(done)))
  flushSync()
  const found = [...document.querySelectorAll('button')]
  found.forEach((button) => button.click())
  const may = found.map((button) => button.getAttribute('aria-disabled') === 'false')
  return { names: found.map((button) => button.textContent.trim()), may, hints, threats }
}

test('who decides may ask for both', async () => {
  const { names, may, hints, threats } = await buttons()
  expect([names, may]).toEqual([
    ['Hint', 'Threats'],
    [true, true],
  ])
  expect(hints.ask).toHaveBeenCalledTimes(1)
  expect(threats.ask).toHaveBeenCalledTimes(1)
})

test('nobody may ask while the device is handed over, or a move is on its way', async () => {
  for (const more of [{ handOverTo: 1 }, { live: false }, { mine: [1] }]) {
    const { may, hints, threats } = await buttons(more)
    expect(may).toEqual([false, false])
    expect(hints.ask).not.toHaveBeenCalled()
    expect(threats.ask).not.toHaveBeenCalled()
    await clear()
  }
})

test('without an engine, or where somebody else plays elsewhere, there are no buttons', async () => {
  expect((await buttons({}, null)).names).toEqual([])
  const seats = fake.card.seats.map((seat, index) => ({ ...seat, yours: index === 0 }))
  expect((await buttons({ card: { ...fake.card, begun: true, seats } })).names).toEqual([])
})

test('nobody threatens where all play together, and nobody knows it where hands are hidden', async () => {
  for (const more of [{ cooperative: true }, { hidden: true }]) {
    const game = { ...fake.card.game, hidden: false, cooperative: false, ...more }
    const seats = fake.card.seats.map((seat) => ({ ...seat, yours: true }))
    expect((await buttons({ card: { ...fake.card, begun: true, seats, game } })).names).toEqual(['Hint'])
    await clear()
  }
})

/** Checking draws at a table: what is asked of the server, and what becomes of its answers. */
import { expect, test } from 'vitest'
import type { Server, TableCard } from '../../src/protocol'
import { card, entry, join, moment, welcome } from '../fake'
import known from './draws.json'
import { EMPTY } from '../scenes'

const draws = known.draws.map((draw) => ({ ...draw, type: 'checked' as const }))
const first = draws[0]!
const second = draws[1]!
const seats = known.client_seeds.map((_, index) => ({ ...card.seats[0]!, index, yours: false }))
const { players, options } = known.pledge
const luck = (secret = ''): TableCard => ({
  ...card,
  seats,
  players,
  options: { ...options },
  luck: {
    commitment: known.commitment,
    pledge: { ...known.pledge, components: { ...known.pledge.components } },
    client_seeds: [...known.client_seeds],
    secret,
    origin: '',
  },
})
const busy: Server = { type: 'refused', code: 'TooBusy', words: 'too much', ply: 2 }

function sit(secret = '') {
  const page = join(moment(2, EMPTY), luck(secret))
  page.table.moves = [1, 2].map((ply) => ({ ...entry(ply), seat: null }))
  return page
}

test('one draw is checked, once asked for', async () => {
  const { table, line } = sit()
  const found = table.draws.check(1)
  expect([line.sent, table.draws.findings.get(1)]).toEqual([[{ type: 'check', ply: 1 }], 'asked'])
  line.says(first)
  expect(await found).toBe('fair')
  const lie = table.draws.check(2)
  line.says({ ...second, drawn: second.drawn + 1 })
  expect(await lie).toBe('unfair')
})

test("somebody else's secret is none of the page's business, and no trouble", async () => {
  const { table, line } = sit()
  const found = table.draws.check(1)
  line.says({ type: 'refused', code: 'StillSecret', words: 'this draw is still secret', ply: 2 })
  expect([await found, table.draws.one.words, table.notices.length]).toEqual([
    'secret',
    'This draw is still secret.',
    0,
  ])
  const lost = table.draws.check(2)
  line.close()
  expect([await lost, table.draws.findings.has(2)]).toEqual([null, false])
})

test('all draws are checked from the secret that is told in the end; a busy server is asked again', async () => {
  const { table, line } = sit(known.secret)
  const all = table.draws.checkAll()
  await expect.poll(() => line.sent).toEqual([{ type: 'check', ply: 1 }])
  line.says(busy)
  await expect.poll(() => line.sent.length).toBe(2)
  line.says(first)
  await expect.poll(() => line.sent.length).toBe(3)
  line.says(second)
  await all
  expect([table.draws.all, table.announced.trim()]).toEqual([
    'fair',
    'Checked: all 2 draws were fixed before the game.',
  ])
})

test('another secret than the promised one proves nothing; what is taken back is forgotten', async () => {
  const { table, line } = sit('00'.repeat(32))
  const all = table.draws.checkAll()
  await expect.poll(() => line.sent.length).toBe(1)
  line.says(first)
  await expect.poll(() => line.sent.length).toBe(2)
  line.says(second)
  await all
  expect([table.draws.all, table.draws.findings.get(2)]).toEqual(['unfair', 'unfair'])
  line.says(welcome({ ...moment(1, EMPTY), takebacks: 1 }, luck()))
  expect([table.draws.all, [...table.draws.findings.keys()], line.readyState]).toEqual(['', [1], 1])
})

test('the newest check’s result is shown, whatever an earlier one found', async () => {
  const { table, line } = sit('00'.repeat(32))
  const one = table.draws.check(1)
  line.says(first)
  await one
  expect(table.draws.result).toEqual({ words: 'Checked: this draw was fixed before the game.', finding: 'fair' })
  const all = table.draws.checkAll()
  expect(table.draws.result.finding).toBeNull()
  for (const [asked, draw] of [
    [2, first],
    [3, second],
  ] as const) {
    await expect.poll(() => line.sent.length).toBe(asked)
    line.says(draw)
  }
  await all
  expect(table.draws.result).toEqual({ words: 'Not everything is as promised before the game.', finding: 'unfair' })
})

test('draws are held against what was seen first, never against the newest card', async () => {
  const { table, line } = sit()
  const pledge = { ...known.pledge, tickets: 2 * known.pledge.tickets, since: 1 }
  line.says({
    type: 'tabled',
    table: { ...luck(), luck: { ...luck().luck!, client_seeds: ['', '', ''], pledge, commitment: '00' } },
  })
  expect(table.draws.draws, 'since of the newest card hides no draw').toEqual([1, 2])
  expect(table.witness.doubts.length).toBeGreaterThan(2)
  const found = table.draws.check(1)
  line.says(first)
  expect(
    await found,
    'it follows from the words seen first, but nothing is well where the house contradicts itself',
  ).toBe('unfair')
})

test('plies that were taken from another game are named by the pledge', async () => {
  const { table, line } = sit(known.secret)
  const due = table.witness.seen!
  table.witness.seen = { ...due, pledge: { ...due.pledge!, since: 1, opening: known.opening } } // of m1, m2: not of m1 alone
  const all = table.draws.checkAll()
  await expect.poll(() => line.sent.length).toBe(1)
  line.says(second)
  await all
  expect([table.draws.all, table.draws.draws]).toEqual(['unfair', [2]])
})

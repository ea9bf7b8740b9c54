import { afterEach, expect, test, vi } from 'vitest'
import { parlour } from '#parlour'
import {
  dropped,
  forget,
  keepStandings,
  putBack,
  recall,
  remember,
  rememberNew,
  resultOf,
  tables,
} from '../../src/browser/saved_tables'
import type { Home, Parlour } from '../../src/net/parlour'
import type { YourTable } from '../../src/protocol'

const { home } = parlour
afterEach(() => void Object.assign(parlour, { home }))

const over = (...ids: string[]) =>
  keepStandings({ tables: ids.map((id) => ({ id, state: 'over' }) as YourTable), gone: [] })
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `t${from + i}`)

const LINKS = {
  table: 't1',
  watch: '/t/t1',
  seats: [
    { seat: 0, role: 'North', key: 'k0', link: '/t/t1#k0' },
    { seat: 1, role: 'South', key: 'k1', link: '/t/t1#k1' },
  ],
}

test('a new table: my keys, and invitations for the others', () => {
  expect(rememberNew(LINKS, [0], { slug: 'g', name: 'Game' })).toEqual(['k0'])
  expect(recall('t1')).toMatchObject({ keys: ['k0'], name: 'Game', invites: [{ seat: 1, link: '/t/t1#k1' }] })
})

test('a seat for anyone has no invitation: its key is void when somebody sits down', () => {
  rememberNew(LINKS, [0], { slug: 'g', name: 'Game' }, [1])
  expect(recall('t1')?.invites).toEqual([])
})

test('coming back keeps the invitations and moves the table up', () => {
  rememberNew(LINKS, [0], { slug: 'g', name: 'Game' })
  remember({ id: 't2' })
  remember({ id: 't1', keys: ['k0'] })
  expect(tables().map((table) => table.id)).toEqual(['t1', 't2'])
  expect(recall('t1')?.invites.length).toBe(1)
  forget('t1')
  expect(tables().map((table) => table.id)).toEqual(['t2'])
})

test('games that are over leave a long list, and those that go on stay', () => {
  for (const id of numbered(0, 30)) remember({ id, keys: [`key of ${id}`] })
  expect(tables().length).toBe(30)
  over(...numbered(10, 30))
  remember({ id: 'new' })
  expect(tables().map(({ id }) => id)).toEqual(['new', ...numbered(17, 30).reverse(), ...numbered(0, 10).reverse()])
  expect(recall('t0')?.keys).toEqual(['key of t0'])
})

test('the list does not grow for ever', () => {
  for (const id of numbered(0, 250)) remember({ id })
  expect(tables().length).toBe(150)
})

test('a parlour in this browser is to remove the tables that left the list', () => {
  remember({ id: 't1' })
  forget('t1')
  expect(dropped()).toEqual([]) // a server keeps its tables
  Object.assign<Parlour, Partial<Parlour>>(parlour, { home: {} as Home })
  for (const id of numbered(0, 25)) remember({ id })
  const [newest] = tables()
  forget('t24')
  forget('t23')
  putBack(newest!)
  expect(dropped()).toEqual(['t23'])
  over(...numbered(0, 24))
  remember({ id: 'new' })
  expect(dropped()).toEqual(['t23', 't0'])
  remember({ id: 't23' }) // it was opened once more
  expect(dropped()).toEqual(['t0', 't1'])
})

test('a damaged list is forgotten', () => {
  localStorage.setItem('rookery.tables', '{nonsense')
  expect(tables()).toEqual([])
})

test('a site in a folder has a list of its own', async () => {
  remember({ id: 't1', keys: ['k0'] })
  vi.doMock('#parlour', () => ({ parlour: { folder: '/sub/' } }))
  vi.resetModules()
  const site = await import('../../src/browser/saved_tables')
  vi.doUnmock('#parlour')
  expect(site.tables()).toEqual([])
  site.keepStandings({ tables: [], gone: ['t1'] })
  site.remember({ id: 't2' })
  expect(tables()).toMatchObject([{ id: 't1', keys: ['k0'] }])
  expect(tables()[0]).not.toHaveProperty('gone', true)
})

test('a list that an older page has kept is read, and kept under the same names, so that it can read this one', () => {
  const kept = {
    id: 't1',
    title: 'gleebs',
    name: 'Gleebs and Grues',
    keys: ['k'],
    invites: [],
    watch: '/t/t1',
    when: 5,
  }
  localStorage.setItem('rookery.tables', JSON.stringify([kept]))
  const { title, ...rest } = kept
  expect(tables()).toStrictEqual([{ ...rest, slug: title }])
  remember({ id: 't2', slug: 'grackles', name: 'Grackles' })
  const written = JSON.parse(localStorage.getItem('rookery.tables')!) as object[]
  expect(written).toEqual([
    { ...kept, id: 't2', title: 'grackles', name: 'Grackles', keys: [], watch: '', when: expect.any(Number) },
    kept,
  ])
})

test('a result is that of the seat', () => {
  const result = (winners: number[], more: Partial<YourTable> = {}) =>
    resultOf({ state: 'over', cooperative: false, seats: [{}, {}], yours: [0], winners, ...more } as YourTable)
  expect(result([], { state: 'playing' })).toBe('running')
  expect([[0], [1], [0, 1], []].map((winners) => result(winners))).toEqual(['won', 'lost', 'drawn', 'drawn'])
  expect(result([], { cooperative: true })).toBe('lost')
})

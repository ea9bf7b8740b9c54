import { beforeEach, expect, test, vi } from 'vitest'
import { forget, recall, remember, rememberNew, tables } from '../../src/browser/saved_tables'

beforeEach(() => localStorage.clear())

const LINKS = {
  table: 't1',
  watch: '/t/t1',
  seats: [
    { seat: 0, role: 'North', key: 'k0', link: '/t/t1#k0' },
    { seat: 1, role: 'South', key: 'k1', link: '/t/t1#k1' },
  ],
}

test('a new table: my keys, and invitations for the others', () => {
  expect(rememberNew(LINKS, [0], { title: 'g', name: 'Game' })).toEqual(['k0'])
  expect(recall('t1')).toMatchObject({ keys: ['k0'], name: 'Game', invites: [{ seat: 1, link: '/t/t1#k1' }] })
})

test('a seat for anyone has no invitation: its key is void when somebody sits down', () => {
  rememberNew(LINKS, [0], { title: 'g', name: 'Game' }, [1])
  expect(recall('t1')?.invites).toEqual([])
})

test('coming back keeps the invitations and moves the table up', () => {
  rememberNew(LINKS, [0], { title: 'g', name: 'Game' })
  remember({ id: 't2' })
  remember({ id: 't1', keys: ['k0'] })
  expect(tables().map((table) => table.id)).toEqual(['t1', 't2'])
  expect(recall('t1')?.invites.length).toBe(1)
  forget('t1')
  expect(tables().map((table) => table.id)).toEqual(['t2'])
})

test('the list does not grow for ever', () => {
  for (let i = 0; i < 40; i++) remember({ id: `t${i}` })
  expect(tables().length).toBe(24)
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

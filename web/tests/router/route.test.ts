import { expect, test } from 'vitest'
import { backoff } from '../../src/net/socket'
import { branchAddress, route, tableAddress } from '../../src/router/route'

const at = (address: string) => route(new URL(address, 'http://host'))

test('addresses are routes', () => {
  expect(at('/')).toEqual({ page: 'lobby' })
  expect(at('/?game=go-fish')).toEqual({ page: 'setup', slug: 'go-fish', after: null })
  expect(at('/t/Ab-3_x')).toEqual({ page: 'table', id: 'Ab-3_x', keys: [] })
  expect(at('/t/Ab-3_x#one,two')).toEqual({ page: 'table', id: 'Ab-3_x', keys: ['one', 'two'] })
  expect(at('/t/Ab-3_x#k%C3%BC')).toEqual({ page: 'table', id: 'Ab-3_x', keys: ['kü'] })
  expect(at('/games/go-fish/rules#your-turn')).toEqual({ page: 'rules', slug: 'go-fish', chapter: 'your-turn' })
  expect(at('/status')).toEqual({ page: 'status' })
  expect(at('/elsewhere')).toEqual({ page: 'unknown' })
})

test('a link that was cut in the middle of a sign is still a link', () => {
  expect(at('/t/Ab-3_x#%E0%A4%A')).toEqual({ page: 'table', id: 'Ab-3_x', keys: ['%E0%A4%A'] })
})

test('a table has one address', () => {
  expect(at(tableAddress('t1', ['k1', 'k2']))).toEqual({ page: 'table', id: 't1', keys: ['k1', 'k2'] })
  expect(tableAddress('t1', [])).toBe('/t/t1')
})

test('a position of another table has an address, and one that is none is none', () => {
  const after = { table: 'Ab-3_x', ply: 12 }
  expect(at(branchAddress('go-fish', after))).toEqual({ page: 'setup', slug: 'go-fish', after })
  for (const wrong of ['after=Ab-3_x', 'after=Ab-3_x&ply=-1', 'after=Ab-3_x&ply=two', 'after=../x&ply=1', 'ply=1'])
    expect(at(`/?game=go-fish&${wrong}`)).toEqual({ page: 'setup', slug: 'go-fish', after: null })
})

test('attempts to come back grow rarer, up to a limit', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 20].map((failures) => backoff(failures, 0.5))
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  expect(waits[0]).toBe(300)
  expect(waits.at(-1)).toBe(8000)
})

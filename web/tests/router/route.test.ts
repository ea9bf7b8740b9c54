import { expect, test } from 'vitest'
import { SERVER_ADDRESSES, siteAddresses } from '../../src/router/addresses'

const SITE = siteAddresses('/games/parlour/')
const onServer = (address: string) => SERVER_ADDRESSES.route(new URL(address, 'http://host'))
const inFolder = (address: string) => SITE.route(new URL(address, 'http://host/games/parlour/'))

test('addresses on a server are routes', () => {
  expect(onServer('/')).toEqual({ page: 'lobby' })
  expect(onServer('/?game=go-fish')).toEqual({ page: 'setup', slug: 'go-fish', level: '', after: null })
  expect(onServer('/t/Ab-3_x')).toEqual({ page: 'table', id: 'Ab-3_x', keys: [] })
  expect(onServer('/t/Ab-3_x#one,two')).toEqual({ page: 'table', id: 'Ab-3_x', keys: ['one', 'two'] })
  expect(onServer('/t/Ab-3_x#k%C3%BC')).toEqual({ page: 'table', id: 'Ab-3_x', keys: ['kü'] })
  expect(onServer('/games/go-fish/rules#your-turn')).toEqual({ page: 'rules', slug: 'go-fish', chapter: 'your-turn' })
  expect(onServer('/games/go-fish/learn#ask')).toEqual({ page: 'learn', slug: 'go-fish', lesson: 'ask' })
  expect(onServer('/games/go-fish/learn')).toEqual({ page: 'learn', slug: 'go-fish', lesson: '' })
  expect(onServer('/t/Ab-3_x/review')).toEqual({ page: 'review', id: 'Ab-3_x' })
  expect(onServer('/practice')).toEqual({ page: 'practice', slug: '' })
  expect(onServer('/games/go-fish/analysis#players=2&moves=1.2')).toEqual({
    page: 'analysis',
    slug: 'go-fish',
    study: 'players=2&moves=1.2',
  })
  expect(onServer('/status')).toEqual({ page: 'status' })
  expect(onServer('/learn')).toEqual({ page: 'courses' })
  expect(onServer('/settings')).toEqual({ page: 'settings' })
  expect(onServer('/elsewhere')).toEqual({ page: 'unknown' })
})

test('addresses in a folder lead to the one file that is there', () => {
  expect([inFolder('./'), inFolder('index.html'), inFolder('/games/parlour/')]).toEqual(
    Array(3).fill({ page: 'lobby' }),
  )
  expect(inFolder('index.html?table=Ab-3_x#one,two')).toEqual({ page: 'table', id: 'Ab-3_x', keys: ['one', 'two'] })
  expect(inFolder('?courses')).toEqual({ page: 'courses' })
  expect(inFolder('?practice')).toEqual({ page: 'practice', slug: '' })
  for (const other of ['/', '/games/', 'licences.txt', 't/Ab-3_x', '?table=../x'])
    expect(inFolder(other)).toEqual({ page: 'unknown' })
})

test('a link that was cut in the middle of a sign is still a link', () => {
  expect(onServer('/t/Ab-3_x#%E0%A4%A')).toEqual({ page: 'table', id: 'Ab-3_x', keys: ['%E0%A4%A'] })
})

test.each([
  ['on a server', SERVER_ADDRESSES, onServer],
  ['in a folder', SITE, inFolder],
])('what is %s has one address', (_, addresses, at) => {
  const after = { table: 'Ab-3_x', ply: 12 }
  expect(at(addresses.home)).toEqual({ page: 'lobby' })
  expect(at(addresses.game('a&b'))).toEqual({ page: 'setup', slug: 'a&b', level: '', after: null })
  expect(at(addresses.game('go-fish', after))).toEqual({ page: 'setup', slug: 'go-fish', level: '', after })
  expect(at(addresses.match('a&b', 'c d'))).toEqual({ page: 'setup', slug: 'a&b', level: 'c d', after: null })
  expect([addresses.practice(), addresses.practice('a&b')].map(at)).toEqual([
    { page: 'practice', slug: '' },
    { page: 'practice', slug: 'a&b' },
  ])
  expect(at(addresses.table('t1', ['k1', 'k2']))).toEqual({ page: 'table', id: 't1', keys: ['k1', 'k2'] })
  expect(at(addresses.table('t1'))).toEqual({ page: 'table', id: 't1', keys: [] })
  expect(at(addresses.rules('go-fish', 'a-b'))).toEqual({ page: 'rules', slug: 'go-fish', chapter: 'a-b' })
  expect(at(addresses.learn('go-fish', 'a-b'))).toEqual({ page: 'learn', slug: 'go-fish', lesson: 'a-b' })
  expect(at(addresses.analysis('go-fish'))).toEqual({ page: 'analysis', slug: 'go-fish', study: '' })
  expect(at(addresses.analysis('a&b', 'players=2&name=x%26y'))).toEqual({
    page: 'analysis',
    slug: 'a&b',
    study: 'players=2&name=x%26y',
  })
  for (const wrong of ['after=Ab-3_x', 'after=Ab-3_x&ply=-1', 'after=Ab-3_x&ply=two', 'after=../x&ply=1', 'ply=1'])
    expect(at(`${addresses.game('go-fish')}&${wrong}`)).toEqual({
      page: 'setup',
      slug: 'go-fish',
      level: '',
      after: null,
    })
})

test('the address of a table without keys says nothing after it', () => {
  expect([SERVER_ADDRESSES.table('t1', []), SITE.table('t1', [])]).toEqual(['/t/t1', '/games/parlour/?table=t1'])
})

/** Links with whole games, and what pretends to be one. */
import { expect, test } from 'vitest'
import { NO_GAME, madeGame, madeId, type MadeGame } from '../../src/sandbox/made_game'
import { gameOfLink, linkEnd } from '../../src/sandbox/made_links'

const GAME: MadeGame = {
  slug: 'last_match',
  name: 'Last Match',
  made_for: 'engine.js',
  files: { 'code/last_match.js': 'export default 1', 'art/last_match.svg': '<svg/>' },
  module: 'AGFzbQ==',
  site: 'export default () => ({})',
  engine: 'export default () => ({})',
  given: '{"facts":{}}',
  texts: { 'rules.py': 'a rule, with ünicode' },
}

async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

test('a game goes by a link and comes back', async () => {
  const link = await linkEnd(GAME)
  expect(link).toMatch(/^[\w-]+$/)
  expect(await gameOfLink(link)).toEqual(GAME)
  expect(await madeId(GAME)).toMatch(/^last_match-[0-9a-f]{16}$/)
  expect(await madeId({ ...GAME, name: 'Other' })).not.toBe(await madeId(GAME))
})

test.each([
  ['', 'nothing'],
  ['%%%', 'other letters'],
  ['AAAA', 'no packed text'],
  ['A'.repeat(700_000), 'too long'],
])('a link that ends in %j holds no game: %s', async (link) => {
  await expect(gameOfLink(link)).rejects.toThrow(NO_GAME)
})

test('a link that was cut holds no game', async () => {
  const link = await linkEnd(GAME)
  await expect(gameOfLink(link.slice(0, -9))).rejects.toThrow(NO_GAME)
})

test('a small link that unpacks to very much is not unpacked', async () => {
  const bomb = await packed(JSON.stringify({ ...GAME, name: 'x'.repeat(30_000_000) }))
  expect(bomb.length).toBeLessThan(100_000)
  await expect(gameOfLink(bomb)).rejects.toThrow(NO_GAME)
})

test.each([
  'null',
  '[]',
  '{',
  JSON.stringify({ ...GAME, slug: '../gleebs' }),
  JSON.stringify({ ...GAME, slug: 'Gleebs' }),
  JSON.stringify({ ...GAME, name: ' ' }),
  JSON.stringify({ ...GAME, files: { '../index.html': '' } }),
  JSON.stringify({ ...GAME, files: { a: 1 } }),
  JSON.stringify({ ...GAME, files: [] }),
  JSON.stringify({ ...GAME, texts: null }),
  JSON.stringify({ ...GAME, module: 5 }),
])('%s is no game', (text) => {
  expect(() => madeGame(text)).toThrow(NO_GAME)
})

test('a long name is cut, and what no game has is left out', () => {
  const game = madeGame(JSON.stringify({ ...GAME, name: 'n'.repeat(500), more: 1 }))
  expect(game.name.length).toBe(60)
  expect('more' in game).toBe(false)
})

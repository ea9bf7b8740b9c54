/** A review that cannot be made, with an engine that is the test. */
import { expect, test, vi } from 'vitest'
import '../fake'
import type { Engine, EngineListener } from '../../src/engine/engine'
import { recall, remember } from '../../src/browser/saved_tables'
import { parlour } from '../../src/net/server_parlour'
import { ReviewGame } from '../../src/study/review_game.svelte'

const RECORD = new Response('{"game": "go-fish"}\n')
const refusal = (status: number, code: string) => Response.json({ type: 'refused', code, words: 'no' }, { status })
const failing = {
  review: (_: object, { failed }: EngineListener) => {
    failed('This record cannot be read.')
    return () => {}
  },
} as unknown as Engine

test.each<[string, Response, Engine | null, boolean]>([
  ['for good where the engine cannot review the game', RECORD, failing, true],
  ['for good where the table is no longer kept', refusal(404, 'UnknownTable'), failing, true],
  ['for now where the server is busy', refusal(503, ''), failing, false],
  ['for now where no engine answers', RECORD, null, false],
])('a review fails %s', async (_, record, engine, forGood) => {
  remember({ id: 't', keys: [] })
  vi.spyOn(parlour, 'request').mockResolvedValue(record.clone())
  vi.spyOn(parlour, 'engine').mockResolvedValue(engine)
  const game = new ReviewGame('t')
  await vi.waitFor(() => expect(game.failure).not.toBe(''))
  expect(recall('t')?.reviewed ?? false).toBe(forGood)
  game.end()
})

test('a bot that played is known by its species, and a person is not, also to whoever only watched', async () => {
  const seats = [{ kind: 'person' }, { kind: 'bot', species: 'gull' }]
  const yours = { tables: [{ seats, yours: [] }], gone: [] }
  vi.spyOn(parlour, 'request').mockImplementation(async (path) =>
    path.startsWith('/api/yours') ? Response.json(yours) : RECORD.clone(),
  )
  vi.spyOn(parlour, 'engine').mockResolvedValue(failing)
  const game = new ReviewGame('watched')
  await vi.waitFor(() => expect(game.failure).not.toBe(''))
  expect([0, 1, 2].map((seat) => game.species(seat))).toEqual([null, 'gull', null])
  game.end()
})

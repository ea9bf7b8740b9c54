/** Hints of an engine that is the test. */
import { expect, test, vi } from 'vitest'
import * as fake from '../fake'
import { onePiece } from '../scenes'
import { parlour } from '../../src/net/server_parlour'
import { EngineHelp } from '../../src/hints/engine_help.svelte'
import { Hints } from '../../src/hints/hints.svelte'
import type { Engine, EngineListener } from '../../src/engine/engine'
import type { EngineAnswer } from '../../src/engine/engine_types'

const VIEW = '{"game": "go-fish"}'

function opened() {
  let listener: EngineListener = { told: () => {}, failed: () => {} }
  const stop = vi.fn()
  const analyse = vi.fn((_: unknown, asked: EngineListener) => {
    listener = asked
    return stop
  })
  vi.spyOn(parlour, 'engine').mockResolvedValue({ analyse } as unknown as Engine)
  const { table, line } = fake.join(fake.moment(2, onePiece()))
  const help = new EngineHelp(table)
  const hints = new Hints(help)
  const tells = (actions: number[]) =>
    listener.told({ analysis: { lines: actions.length ? [{ actions }] : [] }, done: true } as unknown as EngineAnswer)
  return { table, line, help, hints, analyse, stop, tells, fails: (words: string) => listener.failed(words) }
}

async function asked() {
  const all = opened()
  all.hints.ask()
  all.line.says({ type: 'viewed', ply: 2, view: VIEW })
  await vi.waitFor(() => expect(all.analyse).toHaveBeenCalled())
  return all
}

test('the engine is asked about what the seat knows, first where to look is said, then the move', async () => {
  const { table, line, help, hints, analyse, tells } = await asked()
  expect(line.sent.at(-1)).toEqual({ type: 'ask view', ply: 2, takebacks: 0 })
  expect(analyse.mock.calls[0]![0]).toMatchObject({ view: VIEW, lines: 1 })
  expect([help.wanted, hints.given, hints.hint.words]).toEqual(['hint', 0, ''])
  const choice = table.newest!.scene.choices[1]!
  tells([choice.action])
  expect([help.wanted, hints.given, [...hints.hint.spots]]).toEqual([null, 1, choice.path.slice(0, 1)])
  expect(hints.hint.words).toMatch(/^Look here: /)
  hints.ask()
  expect([hints.given, [...hints.hint.spots]]).toEqual([2, choice.path])
  expect(hints.hint.words.toLowerCase()).toBe(choice.words.toLowerCase())
  expect(analyse).toHaveBeenCalledTimes(1)
})

test('in another position nothing of it is left, and an answer comes too late', async () => {
  const { help, hints, stop, tells, line, analyse } = await asked()
  help.reset()
  hints.reset()
  expect(stop).toHaveBeenCalled()
  line.says({ type: 'viewed', ply: 2, view: VIEW })
  expect([help.wanted, hints.given, hints.hint.words]).toEqual([null, 0, ''])
  expect(analyse).toHaveBeenCalledTimes(1)
  tells([]) // a worker may have told it before it heard that it shall stop
  expect([hints.given, help.failure]).toEqual([0, ''])
})

test('a failure is said, and it may be asked again', async () => {
  const { help, hints, fails, table } = await asked()
  fails('The engine broke off; ask again.')
  expect([help.wanted, help.failure, table.announced]).toEqual([
    null,
    'The engine broke off; ask again.',
    'The engine broke off; ask again.',
  ])
  hints.ask()
  expect([help.wanted, help.failure]).toEqual(['hint', ''])
})

test('without a connection, or when it is refused, nobody waits', () => {
  const { help, hints, line, table } = opened()
  hints.ask()
  line.says({ type: 'refused', code: 'NoHelp', words: 'hints are for games against bots', ply: 2 })
  expect(help.wanted).toBeNull()
  line.close()
  hints.ask()
  expect([help.wanted, help.failure, table.announced]).toEqual([
    null,
    'There is no connection right now.',
    'There is no connection right now.',
  ])
})

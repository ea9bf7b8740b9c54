/** Threats that an engine tells which is the test. */
import { expect, test, vi } from 'vitest'
import * as fake from '../fake'
import { onePiece } from '../scenes'
import { parlour } from '../../src/net/server_parlour'
import type { Engine, EngineListener } from '../../src/engine/engine'
import type { Threat, ThreatAnswer } from '../../src/engine/engine_types'
import { EngineHelp } from '../../src/hints/engine_help.svelte'
import { Hints } from '../../src/hints/hints.svelte'
import { threatText } from '../../src/hints/threat_text'
import { Threats } from '../../src/hints/threats.svelte'

const VIEW = '{"game": "go-fish"}'
const THREAT: Threat = {
  seat: 1,
  actions: [7, 8],
  words: ['Six to b3', 'Six takes c3'],
  spots: ['b3', 'c3'],
  cost: 0.213,
}
const MOVES = ['b', 'c', 'd'].map((spot, i) => ({
  action: i,
  path: ['a', spot],
  text: spot,
  words: `To ${spot}`,
  also: [],
}))
const SENTENCES =
  'If you do nothing about it, South may play this: Six to b3, then six takes c3. ' +
  'That would cost you about 21% of the chance to win.'

function opened() {
  let listener: EngineListener<ThreatAnswer> = { told: () => {}, failed: () => {} }
  const stop = vi.fn()
  const threat = vi.fn((_: unknown, asked: EngineListener<ThreatAnswer>) => {
    listener = asked
    return stop
  })
  const analyse = vi.fn(() => stop)
  vi.spyOn(parlour, 'engine').mockResolvedValue({ threat, analyse } as unknown as Engine)
  const { table, line } = fake.join(fake.moment(2, onePiece(MOVES)))
  const help = new EngineHelp(table)
  const tells = (found: Threat | null, chance = 0.5) => listener.told({ threat: found, chance, done: true })
  return { table, line, help, threats: new Threats(help), hints: new Hints(help), threat, analyse, stop, tells }
}

test('it asks the server as a hint does, and says what the engine finds', async () => {
  const { table, line, help, threats, threat, tells } = opened()
  threats.ask()
  expect(line.sent.at(-1)).toEqual({ type: 'ask view', ply: 2, takebacks: 0 })
  line.says({ type: 'viewed', ply: 2, view: VIEW })
  await vi.waitFor(() => expect(threat).toHaveBeenCalled())
  expect(threat.mock.calls[0]![0]).toEqual({ view: VIEW })
  expect([help.wanted, threats.words, [...threats.spots]]).toEqual(['threat', '', []])
  tells(THREAT)
  expect([help.wanted, threats.words, [...threats.spots]]).toEqual([null, SENTENCES, ['b3', 'c3']])
  expect(table.announced).toBe(SENTENCES)
})

test('what was refused, or comes too late, says nothing', async () => {
  const { line, help, threats, threat, stop, tells } = opened()
  threats.ask()
  line.says({ type: 'refused', code: 'NoHelp', words: 'hints are for games against bots', ply: 2 })
  expect([help.wanted, threats.words]).toEqual([null, ''])
  threats.ask()
  line.says({ type: 'viewed', ply: 2, view: VIEW })
  await vi.waitFor(() => expect(threat).toHaveBeenCalledTimes(1))
  help.reset()
  threats.reset()
  expect(stop).toHaveBeenCalled()
  tells(THREAT)
  expect([help.wanted, threats.words]).toEqual([null, ''])
})

test('one thing at a time is looked for', () => {
  const { line, help, hints, threats } = opened()
  threats.ask()
  hints.ask()
  expect([help.wanted, line.sent.filter(({ type }) => type === 'ask view').length]).toEqual(['threat', 1])
})

test('where there is hardly a choice, the engine is not asked', () => {
  const { table, line, threats } = opened()
  table.newest = fake.moment(2, onePiece(MOVES.slice(0, 2)))
  threats.ask()
  expect(line.sent.some(({ type }) => type === 'ask view')).toBe(false)
  expect(threats.words).toMatch(/^With so few moves/)
  expect(table.announced).toBe(threats.words)
})

test('without a threat it says so in one sentence', () => {
  const said = (chance: number) => threatText(fake.card, { threat: null, chance, done: true })
  expect(said(0.5)).toBe('Nothing clearly threatens you now.')
  expect(said(0.001)).toBe('The others are far ahead: no move changes that now.')
})

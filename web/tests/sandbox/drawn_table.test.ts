/** Tables at a server of games that people made: the server tells bytes and numbers, the page makes pictures and words. */
import { expect, test, vi } from 'vitest'
import { PagePainter, type Painter } from '../../src/painting/painter'
import type { Changed, Client, Entry, Moment, Server, TableCard, Welcome } from '../../src/protocol'
import { MadeTables, tableAtServer } from '../../src/net/made_tables'
import type { Listener } from '../../src/net/parlour'
import type { ShownMoment } from '../../src/state'
import { DrawnTable } from '../../src/sandbox/drawn_table'
import { card } from '../fake'
import { CODE } from '../fake_code'

const CHECK = 4 // bytes
const made: TableCard = { ...card, made: true, players: 2 }
const painter = new PagePainter(CODE)
const view = (ply: number, sum: number) => btoa(String.fromCharCode(ply, sum))

function moment(ply: number, sum: number): Moment {
  const told = { takebacks: 0, mover: ply % 2, over: false, winners: [], reason: '', given_up: false, words: '' }
  return { ...told, ply, seen_by: 0, view: view(ply, sum), scene: null }
}

function move(ply: number, text: string): Entry {
  return { ply, seat: (ply + 1) % 2, text, words: text === '?' ? 'a hidden move' : 'a move', remark: '', spots: [] }
}

function welcome(moves: Entry[], now: Moment): Welcome {
  return { type: 'welcome', table: made, moves, moment: now, chat: [], nudges: 0 }
}

/** What is different in the bytes: all of them. */
function changed(ply: number, sum: number, text: string): Changed {
  const [after, check] = [[ply, sum], new DataView(new ArrayBuffer(CHECK))]
  const low = 1 + ply + sum
  const high = 1 + ply + low
  check.setUint32(0, high * 65536 + low, true)
  const runs = [...new Uint8Array(check.buffer), 0, 0, after.length, ...after]
  const moves: Changed['moves'] = [[(ply + 1) % 2, text, 'a move', '', []]]
  return { type: 'changed', ply, moves, runs: btoa(String.fromCharCode(...runs)), mover: ply % 2, seen_by: 0 }
}

const words = (message: unknown) => (message as Welcome).moves.map((entry) => entry.words)
const caption = (message: unknown) => (message as Welcome).moment.scene?.caption
const choices = (message: unknown) => (message as Welcome).moment.scene?.choices.map((choice) => choice.words)
const silent = () => false

test('positions get pictures, and whoever decides gets choices', async () => {
  const table = new DrawnTable(painter)
  const arrived = await table.pictured(welcome([], moment(0, 0)), silent)
  expect([caption(arrived), choices(arrived)]).toEqual(['sum 0', ['add 6', 'add 7']])
  const played = await table.pictured(changed(1, 6, '6'), silent)
  expect([caption(played), choices(played), words(played)]).toEqual(['sum 6', [], ['add 6']])
  expect((played as Welcome).moves[0]).toMatchObject({ text: 'm6', ply: 1, seat: 0 })
  const answered = await table.pictured(changed(2, 13, '7'), silent)
  expect([caption(answered), choices(answered), words(answered)]).toEqual(['sum 13', ['add 6', 'add 7'], ['add 7']])
})

test('the page knows what a move would do, and why a click does nothing', async () => {
  const { moment: shown } = (await new DrawnTable(painter).pictured(welcome([], moment(0, 0)), silent)) as {
    moment: ShownMoment
  }
  expect((await shown.preview!(7)).caption).toBe('sum 7')
  expect(await shown.explain!(['a'], 'b')).toBe('b after 1')
})

test('moves that come with words keep them, and nothing is asked for', async () => {
  const asked = vi.fn(() => true)
  const table = new DrawnTable(painter, true)
  expect(words(await table.pictured(welcome([move(1, 'b2')], moment(1, 6)), asked))).toEqual(['a move'])
  expect(words(await table.pictured(changed(2, 13, 'b3'), asked))).toEqual(['a move'])
  expect(asked).not.toHaveBeenCalled()
})

test('moves from before are told in words once the position before them is here', async () => {
  const asked: Client[] = []
  const ask = (message: Client) => asked.push(message) > 0
  const table = new DrawnTable(painter)
  const arrived = welcome([move(1, '6'), move(2, '7')], moment(2, 13))
  expect(words(await table.pictured(arrived, ask))).toEqual(['a move', 'a move'])
  expect(asked).toEqual([{ type: 'look', ply: 0 }])
  expect(await table.pictured({ type: 'looked', moment: moment(0, 0) }, ask)).toBe('ask again')
  expect(words(await table.pictured(arrived, ask))).toEqual(['add 6', 'add 7'])
  expect(asked).toHaveLength(1)
})

test('behind a secret move another position is asked for, and what was secret may be told later', async () => {
  const asked: Client[] = []
  const ask = (message: Client) => asked.push(message) > 0
  const table = new DrawnTable(painter)
  const secret = welcome([move(1, '?'), move(2, '7')], moment(2, 13))
  await table.pictured(secret, ask)
  expect(await table.pictured({ type: 'looked', moment: moment(0, 0) }, ask)).toBe('used')
  expect(await table.pictured({ type: 'looked', moment: moment(1, 6) }, ask)).toBe('ask again')
  expect(asked).toEqual([
    { type: 'look', ply: 0 },
    { type: 'look', ply: 1 },
  ])
  expect(words(await table.pictured(secret, ask))).toEqual(['', 'add 7'])
})

test('each refusal is told: it may be that of a move', async () => {
  const table = new DrawnTable(painter)
  const refusal: Server = { type: 'refused', code: 'TooBusy', words: 'that was too often', ply: 2 }
  await table.pictured(welcome([move(1, '6')], moment(1, 6)), () => true)
  expect(await table.pictured(refusal, silent)).toBe(refusal)
})

test('a position whose answer was lost with the connection is asked for again', async () => {
  const ask = vi.fn(() => true)
  const table = new DrawnTable(painter)
  for (const times of [1, 2]) {
    await table.pictured(welcome([move(1, '6')], moment(1, 6)), ask)
    expect(ask).toHaveBeenCalledTimes(times)
    expect(ask).toHaveBeenLastCalledWith({ type: 'look', ply: 0 })
  }
})

test('another position than the one that the page knows is asked for anew, once', async () => {
  const table = new DrawnTable(painter)
  await table.pictured(welcome([], moment(0, 0)), silent)
  expect(await table.pictured(changed(2, 13, '7'), silent)).toBe('ask again')
  expect(await table.pictured(changed(3, 13, '7'), silent)).toBe('used')
})

test('what a game does while it is drawn is told in its place', async () => {
  const broken = { ...painter, picture: () => Promise.reject(new Error('It broke.')) } as unknown as Painter
  expect(caption(await new DrawnTable(broken).pictured(welcome([], moment(0, 0)), silent))).toBe('It broke.')
  const missing = new DrawnTable(new Error('Open the whole link.'))
  expect(caption(await missing.pictured(welcome([], moment(0, 0)), silent))).toBe('Open the whole link.')
})

test('a game says words for moves, and not who made them', async () => {
  const told = [{ text: 'm6', words: 'mine', spots: [6], seat: 1, ply: 99, remark: 'ha' }]
  const lying = Object.assign(new PagePainter(CODE), { told: () => Promise.resolve(told) }) as unknown as Painter
  const table = new DrawnTable(lying)
  await table.pictured(welcome([], moment(0, 0)), silent)
  const { moves } = (await table.pictured(changed(1, 6, '6'), silent)) as Welcome
  expect(moves).toEqual([{ ply: 1, seat: 0, text: 'm6', words: 'mine', remark: '', spots: ['6'] }])
})

test('messages stay in order, and those of a connection that was lost are dropped', async () => {
  vi.spyOn(DrawnTable, 'of').mockResolvedValue(new DrawnTable(painter))
  const listener = { opened: vi.fn(), closed: vi.fn(), received: vi.fn<Listener['received']>() }
  const tables = new MadeTables(listener, () => ({ send: silent, end: () => {} }), tableAtServer)
  tables.received({ type: 'tabled', table: card })
  expect(listener.received).toHaveBeenCalledTimes(1) // at once, as long as nothing is drawn here
  tables.received(welcome([], moment(0, 0)))
  tables.received({ type: 'tabled', table: made })
  await vi.waitFor(() => expect(listener.received).toHaveBeenCalledTimes(3))
  expect(listener.received.mock.calls.map(([{ type }]) => type)).toEqual(['tabled', 'welcome', 'tabled'])
  tables.received(changed(1, 6, '6'))
  tables.closed()
  tables.opened()
  tables.received({ type: 'tabled', table: made })
  await vi.waitFor(() => expect(listener.received).toHaveBeenCalledTimes(4))
  expect(listener.received.mock.lastCall![0].type).toBe('tabled')
})

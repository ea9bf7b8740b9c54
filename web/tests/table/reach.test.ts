/** What a table says while it is not there, and what it sends again. */
import { beforeEach, expect, test, vi } from 'vitest'
import * as fake from '../fake'
import { FakeSocket, TableStore, apart } from '../fake'
import { LIMITS } from '../../src/waits/limits'
import { onePiece } from '../scenes'
import type { ChatLine, Welcome } from '../../src/protocol'
import type { ShownMoment } from '../../src/state'

const NOW = fake.moment(2, onePiece())
const LOST = 'Connection lost. Reconnecting …'
const TRYING = 'The table cannot be reached. Trying again …'

beforeEach(() => vi.useFakeTimers())

const visit = () => ({ table: new TableStore('t1', ['key'], fake.sight()), line: FakeSocket.newest })
const moves = (line: FakeSocket) => line.sent.filter(({ type }) => type === 'move')

/** The connection dies without a word, and a new one is there. */
function died(line: FakeSocket): FakeSocket {
  line.dead = true
  for (let ms = 0; ms < LIMITS.silence + 2_000 && FakeSocket.newest === line; ms += 500) vi.advanceTimersByTime(500)
  expect(FakeSocket.newest).not.toBe(line)
  return FakeSocket.newest
}

test('a first visit says so after two failures, and later what a host can do', () => {
  const { table } = visit()
  FakeSocket.newest.close()
  expect(table.trouble).toBe('')
  vi.advanceTimersByTime(1_000)
  FakeSocket.newest.close()
  expect(table.trouble).toBe(TRYING)
  for (let ms = 0; ms < LIMITS.host; ms += 10_000) {
    vi.advanceTimersByTime(10_000)
    FakeSocket.newest.close()
  }
  expect(table.trouble).toContain('check that the proxy in front of it passes WebSockets')
  vi.advanceTimersByTime(10_000)
  fake.greet(FakeSocket.newest, fake.welcome(NOW))
  expect(table.trouble).toBe('')
  table.end()
})

test('a first visit to a connection that is never opened says so, too', () => {
  const { table } = visit()
  vi.advanceTimersByTime(LIMITS.table - 1)
  expect(table.trouble).toBe('')
  vi.advanceTimersByTime(1)
  expect(table.trouble).toBe(TRYING)
  table.end()
})

test('a table that is slow to open is not called unreachable', () => {
  const { table, line } = visit()
  line.open()
  vi.advanceTimersByTime(60_000)
  expect(table.trouble).toBe('The table is taking a long time to open. Still waiting …')
  line.says(fake.welcome(NOW))
  expect(table.trouble).toBe('')
  table.end()
})

test('the first message that is swallowed is asked for again on another connection', () => {
  const { table, line } = visit()
  line.dead = true
  line.open()
  vi.advanceTimersByTime(LIMITS.answer + 1_000)
  expect(FakeSocket.newest).not.toBe(line)
  fake.greet(FakeSocket.newest, fake.welcome(NOW))
  expect([table.up, table.trouble]).toEqual([true, ''])
  table.end()
})

test('a move that is swallowed stays on its way, and is sent once more', () => {
  const { table, line } = fake.join(NOW)
  vi.advanceTimersByTime(1_000)
  table.move(0)
  const [move] = moves(line)
  line.dead = true
  vi.advanceTimersByTime(LIMITS.answer)
  expect([table.trouble, table.sent, table.live]).toEqual([LOST, { ply: 2, action: 0 }, false])
  vi.advanceTimersByTime(1_000)
  fake.greet(FakeSocket.newest, fake.welcome(NOW))
  expect([table.trouble, moves(FakeSocket.newest)]).toEqual(['', [move]])
  table.end()
})

test.each<[string, Partial<ShownMoment>]>([
  ['had arrived', { ply: 3, mover: 1 }],
  ['came too late, because the other side took back', { takebacks: 1 }],
  ['came too late, because the game is over', { over: true, mover: null }],
])('a move that %s is not sent again', (_, more) => {
  const { table, line } = fake.join(NOW)
  vi.advanceTimersByTime(1_000)
  table.move(0)
  const again = died(line)
  fake.greet(again, fake.welcome({ ...NOW, ...more }))
  expect([moves(again), table.sent]).toEqual([[], null])
  table.end()
})

test('another’s move that is swallowed comes with the next connection', () => {
  const { table, line } = fake.join(NOW, apart())
  const again = died(line)
  expect(table.trouble).toBe(LOST)
  fake.greet(again, fake.welcome(fake.moment(3, onePiece()), apart()))
  expect([table.newest?.ply, table.trouble]).toEqual([3, ''])
  table.end()
})

test('a message that did not arrive is given back, and one that did is not', () => {
  const { table, line } = fake.join(NOW, apart())
  table.chat.say('It arrives')
  table.chat.say('It does not')
  const again = died(line)
  const chat: ChatLine[] = [{ seat: 0, text: 'It arrives', at: 1 }]
  fake.greet(again, { ...(fake.welcome(NOW, apart()) as Welcome), chat })
  expect(again.sent.filter(({ type }) => type === 'say')).toEqual([])
  expect([table.chat.draft, table.notices.map(({ words }) => words)]).toEqual([
    'It does not',
    ['The others did not get your message: It does not'],
  ])
  table.end()
})

test('a message on its way is not called lost because everything is sent again', () => {
  const { table, line } = fake.join(NOW, apart())
  table.chat.say('Hello')
  line.says(fake.welcome(NOW, apart()))
  expect([table.chat.draft, table.notices]).toEqual(['', []])
  table.end()
})

test('a take-back that is swallowed can be asked for again: nobody waits for an answer to it', () => {
  const { table, line } = fake.join(NOW, apart())
  table.send({ type: 'take back' })
  const again = died(line)
  fake.greet(again, fake.welcome(NOW, apart()))
  expect([again.sent.some(({ type }) => type === 'take back'), table.card?.asked, table.sent]).toEqual([
    false,
    null,
    null,
  ])
  table.end()
})

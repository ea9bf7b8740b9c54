import { beforeEach, expect, test, vi } from 'vitest'
import * as fake from '../fake'
import { REST, FakeSocket, entry } from '../fake'
import { CHOICES, onePiece } from '../scenes'

const moment = (ply: number, choices = CHOICES) => fake.moment(ply, onePiece(choices))
const welcome = (ply: number) => fake.welcome(moment(ply))
const join = () => fake.join(moment(2))

beforeEach(() => vi.useFakeTimers())

test('while somebody browses the game goes on and the list grows', async () => {
  const { table, line } = join()
  table.browse(0)
  expect(line.sent).toEqual([{ type: 'look', ply: 0 }])
  line.says({ type: 'looked', moment: moment(0, []) })
  await vi.advanceTimersByTimeAsync(REST)
  expect([table.shown?.ply, table.live]).toEqual([0, false])
  line.says({ type: 'moved', moves: [entry(3)], moment: moment(3), times: null })
  await vi.advanceTimersByTimeAsync(REST)
  expect([table.moves.length, table.shown?.ply, table.browsing]).toEqual([3, 0, 0])
  table.browse(3)
  await vi.advanceTimersByTimeAsync(REST)
  expect([table.shown?.ply, table.browsing, table.live]).toEqual([3, null, true])
  table.browse(0)
  expect(line.sent.length).toBe(1)
})

test('an earlier position is asked for again after a disconnection, and when the screen has been turned', async () => {
  const { table, line } = join()
  line.close()
  table.browse(0)
  expect([table.browsing, table.shown?.ply]).toEqual([0, 2])
  vi.advanceTimersByTime(1000)
  const again = FakeSocket.newest
  const looks = () => again.sent.filter(({ type }) => type === 'look').length
  fake.greet(again, welcome(2))
  expect(looks()).toBe(1)
  again.says({ type: 'looked', moment: moment(0, []) })
  await vi.advanceTimersByTimeAsync(REST)
  expect(table.shown?.ply).toBe(0)
  fake.turn()
  again.says(welcome(2))
  expect(looks()).toBe(2)
})

test('an earlier position that was refused because the server is busy is asked for again while somebody looks at it', () => {
  const { table, line } = join()
  const busy = () => line.says({ type: 'refused', code: 'TooBusy', words: 'too much at once', ply: 2 })
  const looks = () => line.sent.flatMap((message) => (message.type === 'look' ? [message.ply] : []))
  table.browse(0)
  busy()
  expect(looks()).toEqual([0])
  vi.advanceTimersByTime(REST)
  expect(looks()).toEqual([0, 0])
  busy()
  table.browse(1)
  vi.advanceTimersByTime(REST)
  expect(looks()).toEqual([0, 0, 1])
})

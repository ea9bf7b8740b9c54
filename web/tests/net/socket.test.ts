/** A connection that is dead and does not say so: bytes go nowhere, in one direction or in both. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket, REST } from '../fake'
import { ReconnectingSocket } from '../../src/net/socket'
import { LIMITS } from '../../src/waits/limits'
import type { Server } from '../../src/protocol'

const YES = { type: 'answer', yes: true } as const
const SOON = 1_000 // ms: the longest pause before the first attempt to connect again

const talks: ReconnectingSocket[] = []

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const talk of talks.splice(0)) talk.end()
})

function open() {
  const listener = { opened: vi.fn(), closed: vi.fn(), received: vi.fn() }
  const talk = new ReconnectingSocket('ws://host/ws/t', listener)
  talks.push(talk)
  return { talk, listener, line: FakeSocket.newest }
}

function connected() {
  const all = open()
  all.line.open()
  return all
}

test('a quiet table is asked for a sign of life, and that is all', () => {
  const { listener, line } = connected()
  vi.advanceTimersByTime(3_600_000)
  expect([FakeSocket.newest === line, listener.closed.mock.calls, listener.received.mock.calls]).toEqual([true, [], []])
})

test('without a sign of life there is another connection', () => {
  const { listener, line } = connected()
  line.dead = true
  vi.advanceTimersByTime(LIMITS.silence - 1)
  expect(listener.closed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(listener.closed).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(SOON)
  expect(FakeSocket.newest).not.toBe(line)
  FakeSocket.newest.open()
  line.says({ type: 'tabled' } as Server)
  expect([listener.opened.mock.calls.length, listener.received.mock.calls]).toEqual([2, []])
})

test('a command without an answer is doubted soon, however much more is said', () => {
  const { talk, listener, line } = connected()
  line.dead = true
  for (let ms = 0; ms < LIMITS.answer; ms += 500) {
    expect(listener.closed).not.toHaveBeenCalled()
    talk.send(YES)
    vi.advanceTimersByTime(500)
  }
  expect(listener.closed).toHaveBeenCalledOnce()
  expect(talk.send(YES)).toBe(false)
})

test('a command that takes long is waited for as long as the server gives signs of life', () => {
  const { talk, listener } = connected()
  talk.send(YES)
  vi.advanceTimersByTime(120_000)
  expect(listener.closed).not.toHaveBeenCalled()
})

test.each(['online', 'pageshow'])('at %s a connection that was thought to live is tried at once', (event) => {
  const { listener, line } = connected()
  vi.advanceTimersByTime(REST)
  line.dead = true
  dispatchEvent(new Event(event))
  vi.advanceTimersByTime(LIMITS.answer)
  expect(listener.closed).toHaveBeenCalledOnce()
})

test('a connection that is being opened for ever is given up', () => {
  const { listener, line } = open()
  vi.advanceTimersByTime(LIMITS.connecting)
  expect(listener.closed).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(SOON)
  expect(FakeSocket.newest).not.toBe(line)
  line.open()
  expect(listener.opened).not.toHaveBeenCalled()
})

test('a browser without WebSockets is told again and again, and nothing breaks', () => {
  vi.stubGlobal('WebSocket', undefined)
  const { talk, listener } = open()
  expect(talk.send(YES)).toBe(false)
  vi.advanceTimersByTime(60_000)
  expect(listener.closed.mock.calls.length).toBeGreaterThan(3)
  talk.end()
  const { length } = listener.closed.mock.calls
  vi.advanceTimersByTime(60_000)
  expect(listener.closed.mock.calls.length).toBe(length)
  vi.stubGlobal('WebSocket', FakeSocket)
})

test('what has ended is not opened again', () => {
  const { talk, listener, line } = connected()
  talk.end()
  dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(600_000)
  expect([FakeSocket.newest, listener.closed.mock.calls]).toEqual([line, []])
})

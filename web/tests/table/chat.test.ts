import { expect, test } from 'vitest'
import type { Server, ChatLine, Welcome } from '../../src/protocol'
import { FakeSocket, apart, join, moment, welcome } from '../fake'
import { EMPTY } from '../scenes'
import { mutes } from '../../src/tags/mutes.svelte'

const now = moment(2, EMPTY)

test('lines are counted while the chat is closed, and announced when nobody writes', () => {
  const says = (text: string, seat = 1): Server => ({
    type: 'chat',
    line: { seat, text, at: text.length } as ChatLine,
  })
  const { table, line } = join(now, apart())
  line.says(says('hello'))
  line.says(says('my own', 0))
  expect([table.chat.unread.length, table.chat.lines.length, table.announced]).toEqual([1, 2, 'Bo said: hello'])
  table.chat.show(true)
  table.chat.write('I am ')
  line.says(says('are you there?'))
  expect([table.chat.unread.length, table.announced]).toEqual([0, 'Bo said: hello'])
  table.chat.write('I am here')
  expect(table.chat.send()).toBe(true)
  expect(line.sent.at(-1)).toEqual({ type: 'say', text: 'I am here' })
  expect([table.chat.draft, table.announced, table.chat.send()]).toEqual(['', 'Bo said: are you there?', false])
  expect(FakeSocket.newest).toBe(line)
})

test('a quick reply leaves the draft alone', () => {
  const { table, line } = join(now, apart())
  table.chat.write('I am ')
  expect(table.chat.say('Good move!')).toBe(true)
  expect(line.sent.at(-1)).toEqual({ type: 'say', text: 'Good move!' })
  expect(table.chat.draft).toBe('I am ')
})

test('a spectator hears and reads other spectators’ lines that have the same text as their own', () => {
  const { table, line } = join(now, apart({ seats: apart().seats.map((seat) => ({ ...seat, yours: false })) }))
  const says = (when: number): ChatLine => ({ seat: null, text: 'Good move!', at: when })
  const names = () => table.chat.lines.map((line) => table.chat.name(line))
  table.chat.say('Good move!')
  line.says({ type: 'chat', line: says(1) })
  expect([names(), table.chat.unread.length]).toEqual([['You'], 0])
  line.says({ type: 'chat', line: says(2) })
  expect([names(), table.chat.unread.length, table.announced]).toEqual([
    ['You', 'Spectator'],
    1,
    'Spectator said: Good move!',
  ])
  table.chat.say('Good move!') // and the connection breaks before it arrives
  line.says({ ...(welcome(now, table.card!) as Welcome), chat: [1, 2, 3].map(says) })
  expect([names(), table.chat.unread.length]).toEqual([['You', 'Spectator', 'You'], 1])
})

test('lines of muted people are neither shown, counted nor announced', () => {
  const { table, line } = join(now, apart())
  const says = (text: string): Server => ({ type: 'chat', line: { seat: 1, text, at: text.length } })
  line.says(says('a'))
  mutes.seats = [1]
  line.says(says('nasty'))
  expect([table.chat.lines.length, table.chat.unread.length, table.announced]).toEqual([0, 0, 'Bo said: a'])
  mutes.seats = []
  expect(table.chat.lines.map(({ text }) => text)).toEqual(['a', 'nasty'])
})

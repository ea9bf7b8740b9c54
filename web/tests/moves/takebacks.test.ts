// @vitest-environment happy-dom
/** Taking back, standing in, sitting down and talking, as the page is told of them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AskedCard, Moment, Server, TableCard, TalkLine, Welcome } from '../../src/protocol'
import { canTakeBack, isAsked, refusedBack, wantsBack } from '../../src/moves/takebacks'
import { sitter } from '../../src/text/text'
import { FakeSocket, card, entry, join, moment, moved, welcome } from '../fake'
import { EMPTY, choice, spot } from '../scenes'

const scene = { ...EMPTY, prompts: ['Choose'], choices: [choice(1, 'a')], spots: [spot('a')] }
const at = (ply: number, more: Partial<Moment> = {}): Moment => ({ ...moment(ply, scene), ...more })
const apart = (more: Partial<TableCard> = {}): TableCard => ({
  ...card,
  seats: card.seats.map((seat, i) => ({ ...seat, yours: i === 0, name: ['Anna', 'Bo'][i]! })),
  ...more,
})
const tabled = (table: TableCard): Server => ({ type: 'tabled', table })
const asked = (seats: number[], of: number[], plies = 2): AskedCard => ({ seats, of, plies })
const settle = () => vi.runAllTimersAsync()

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('what was taken back is gone, and said to all, and read by those who did not do it', async () => {
  const { table, line } = join(at(3), apart())
  await settle()
  line.says(welcome(at(1, { takebacks: 1 }), apart()))
  await settle()
  expect([table.moves.length, table.shown?.ply, table.live]).toEqual([1, 1, true])
  expect([table.spoken, table.notices.length]).toEqual([
    'Taken back: the move “Move 2” and what came after it. Bo to move.',
    0,
  ])

  const other = join(at(2), apart({ seats: apart().seats.map((seat) => ({ ...seat, yours: seat.index === 1 })) }))
  other.line.says(welcome(at(1, { takebacks: 1 })))
  expect(other.table.notices.at(-1)?.words).toBe('Anna took back the move “Move 2”.')
})

test('a ply that is played once more is another one: it is looked at anew', async () => {
  const { table, line } = join(at(3), apart())
  table.look(1)
  line.says({ type: 'looked', moment: at(1) })
  line.says(welcome(at(2, { takebacks: 1 }), apart()))
  expect(line.sent.at(-1)).toEqual({ type: 'look', ply: 1 })
  line.says({ type: 'looked', moment: at(1, { takebacks: 1 }) })
  await settle()
  expect([table.looking, table.shown?.ply]).toEqual([1, 1]) // who looks back further goes on with that
  line.sent.length = 0
  table.look(0)
  expect(line.sent).toEqual([{ type: 'look', ply: 0 }])
  line.says({ type: 'looked', moment: at(0) }) // an answer of before
  expect(table.shown?.ply).toBe(1)
  table.look(2)
  await settle()
  expect([table.looking, table.shown]).toEqual([null, table.newest])
})

test('a move tells how often was taken back', async () => {
  const { table, line } = join(at(2, { takebacks: 4 }), apart())
  await settle()
  table.move(1)
  expect(line.sent.at(-1)).toEqual({ type: 'move', seat: 0, ply: 2, action: 1, takebacks: 4 })
})

test('who is asked, who waits, and what comes of it', () => {
  const moves = [1, 2, 3].map(entry)
  const mine = apart({ asked: asked([0], [1]) })
  const theirs = apart({ asked: asked([1], [0], 1) })
  expect([isAsked(mine), wantsBack(mine, moves)]).toEqual([
    false,
    'Waiting for Bo to agree that you take back the move “Move 3”.',
  ])
  expect([isAsked(theirs), wantsBack(theirs, moves)]).toEqual([
    true,
    'Bo would like to take back the move “Move 2” and what came after it. Agree?',
  ])
  expect(refusedBack(mine, moves)).toBe('Not taken back: the move “Move 3”.')
  expect([apart(), mine, theirs].map((card) => canTakeBack(card, moves, false))).toEqual([true, false, true])
  expect([canTakeBack(apart(), [], false), canTakeBack(apart(), moves, true)]).toEqual([false, false])

  const { table, line } = join(at(2), apart())
  line.says(tabled(apart({ asked: asked([1], [0], 1) })))
  expect(table.spoken).toBe('Bo would like to take back the move “Move 2”. Agree?')
  line.says(tabled(apart()))
  expect(table.notices.at(-1)?.words).toBe('Not taken back: the move “Move 2”.')
  line.says(tabled(apart({ asked: asked([1], [0], 1) })))
  line.says(moved(3, scene)) // playing on is an answer, too
  expect([table.card?.asked, table.notices.length]).toEqual([null, 1])
})

test('nobody plays where a bot stands in', async () => {
  const { table, picking, line } = join(at(2), apart())
  await settle()
  const lent = apart({
    seats: apart().seats.map((seat) => ({
      ...seat,
      level: seat.index === 0 ? 'easy' : '',
      strength: seat.index === 0 ? 'Easy' : '',
    })),
  })
  line.says(tabled(lent))
  expect([table.live, picking.choices.length, sitter(lent.seats[0]!)]).toEqual([false, 0, 'Bot plays (Easy)'])
  line.says(tabled(apart()))
  expect([table.live, picking.choices.length]).toEqual([true, 1])
})

test('it waits for all, and says when it begins', async () => {
  const coming = (came: boolean) =>
    apart({ begun: came, seats: apart().seats.map((seat) => ({ ...seat, came: came || seat.index === 0 })) })
  const { table, line } = join(at(0, { mover: null }), coming(false))
  expect(table.spoken).toBe('Waiting for Bo to sit down.') // on arrival
  line.says(tabled({ ...coming(false), watchers: 1 }))
  expect(table.spoken).toBe('Waiting for Bo to sit down.')
  line.says(welcome(at(0), coming(true)))
  expect(table.spoken).toBe('The game begins. Your turn.')
})

test('talk is counted while it is closed, and waits while somebody writes', () => {
  const says = (text: string, seat = 1): Server => ({
    type: 'talked',
    line: { seat, text, at: text.length } as TalkLine,
  })
  const { table, line } = join(at(2), apart())
  line.says(says('hello'))
  line.says(says('my own', 0))
  expect([table.talk.unread.length, table.talk.lines.length, table.spoken]).toEqual([1, 2, 'Bo said: hello'])
  table.talk.show(true)
  table.talk.write('I am ')
  line.says(says('are you there?'))
  expect([table.talk.unread.length, table.spoken]).toEqual([0, 'Bo said: hello'])
  table.talk.write('I am here')
  expect(table.talk.send()).toBe(true)
  expect(line.sent.at(-1)).toEqual({ type: 'say', text: 'I am here' })
  expect([table.talk.draft, table.spoken, table.talk.send()]).toEqual(['', 'Bo said: are you there?', false])
  expect(FakeSocket.newest).toBe(line)
})

test('what is said by one click leaves alone what is being written', () => {
  const { table, line } = join(at(2), apart())
  table.talk.write('I am ')
  expect(table.talk.say('Good move!')).toBe(true)
  expect(line.sent.at(-1)).toEqual({ type: 'say', text: 'Good move!' })
  expect(table.talk.draft).toBe('I am ')
})

test('of what looks like my own line a spectator hears and reads the ones that others said', () => {
  const { table, line } = join(at(2), apart({ seats: apart().seats.map((seat) => ({ ...seat, yours: false })) }))
  const says = (when: number): TalkLine => ({ seat: null, text: 'Good move!', at: when })
  const names = () => table.talk.lines.map((line) => table.talk.name(line))
  table.talk.say('Good move!')
  line.says({ type: 'talked', line: says(1) })
  expect([names(), table.talk.unread.length]).toEqual([['You'], 0])
  line.says({ type: 'talked', line: says(2) })
  expect([names(), table.talk.unread.length, table.spoken]).toEqual([
    ['You', 'Spectator'],
    1,
    'Spectator said: Good move!',
  ])
  table.talk.say('Good move!') // and the line breaks before it is heard
  line.says({ ...(welcome(at(2), table.card!) as Welcome), talk: [1, 2, 3].map(says) })
  expect([names(), table.talk.unread.length]).toEqual([['You', 'Spectator', 'You'], 1])
})

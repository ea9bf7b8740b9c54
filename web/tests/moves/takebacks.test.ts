/** Taking back, as the page is told of it. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { ShownMoment } from '../../src/state'
import { takebackRefused, takebackRequest } from '../../src/moves/takebacks'
import { isAskedForTakeback } from '../../src/seats/permissions'
import { REST, apart, asked, entry, join, moment, moved, tabled, welcome } from '../fake'
import { EMPTY, choice, spot } from '../scenes'

const scene = { ...EMPTY, prompts: ['Choose'], choices: [choice(1, 'a')], spots: [spot('a')] }
const at = (ply: number, more: Partial<ShownMoment> = {}): ShownMoment => ({ ...moment(ply, scene), ...more })
const settle = () => vi.advanceTimersByTimeAsync(REST)

beforeEach(() => vi.useFakeTimers())

test('moves that were taken back are gone; everybody hears it, and the others read it', async () => {
  const { table, line } = join(at(3), apart())
  await settle()
  line.says(welcome(at(1, { takebacks: 1 }), apart()))
  await settle()
  expect([table.moves.length, table.shown?.ply, table.live]).toEqual([1, 1, true])
  expect([table.announced, table.notices.length]).toEqual([
    'Taken back: the move “Move 2” and what came after it. Bo to move.',
    0,
  ])

  const other = join(at(2), apart({ seats: apart().seats.map((seat) => ({ ...seat, yours: seat.index === 1 })) }))
  other.line.says(welcome(at(1, { takebacks: 1 })))
  expect(other.table.notices.at(-1)?.words).toBe('Anna took back the move “Move 2”.')
})

test('a ply that is played again is another one: its position is asked for again', async () => {
  const { table, line } = join(at(3), apart())
  table.browse(1)
  line.says({ type: 'looked', moment: at(1) })
  line.says(welcome(at(2, { takebacks: 1 }), apart()))
  expect(line.sent.at(-1)).toEqual({ type: 'look', ply: 1 })
  line.says({ type: 'looked', moment: at(1, { takebacks: 1 }) })
  await settle()
  expect([table.browsing, table.shown?.ply]).toEqual([1, 1]) // who looks back further goes on with that
  line.sent.length = 0
  table.browse(0)
  expect(line.sent).toEqual([{ type: 'look', ply: 0 }])
  line.says({ type: 'looked', moment: at(0) }) // an answer of before
  expect(table.shown?.ply).toBe(1)
  table.browse(2)
  await settle()
  expect([table.browsing, table.shown]).toEqual([null, table.newest])
})

test('a move says how many take-backs there were', async () => {
  const { table, line } = join(at(2, { takebacks: 4 }), apart())
  await settle()
  table.move(1)
  expect(line.sent.at(-1)).toEqual({ type: 'move', seat: 0, ply: 2, action: 1, takebacks: 4 })
})

test('a request to take back, for those who ask and those who are asked', () => {
  const moves = [1, 2, 3].map(entry)
  const mine = apart({ asked: asked([0], [1]) })
  const theirs = apart({ asked: asked([1], [0], 1) })
  expect([isAskedForTakeback(mine), takebackRequest(mine, moves)]).toEqual([
    false,
    'Waiting for Bo to agree that you take back the move “Move 3”.',
  ])
  expect([isAskedForTakeback(theirs), takebackRequest(theirs, moves)]).toEqual([
    true,
    'Bo would like to take back the move “Move 2” and what came after it. Agree?',
  ])
  expect(takebackRefused(mine, moves)).toBe('Not taken back: the move “Move 3”.')

  const { table, line } = join(at(2), apart())
  line.says(tabled(apart({ asked: asked([1], [0], 1) })))
  expect(table.announced).toBe('Bo would like to take back the move “Move 2”. Agree?')
  line.says(tabled(apart()))
  expect(table.notices.at(-1)?.words).toBe('Not taken back: the move “Move 2”.')
  line.says(tabled(apart({ asked: asked([1], [0], 1) })))
  line.says(moved(3, scene)) // playing on is an answer, too
  expect([table.card?.asked, table.notices.length]).toEqual([null, 1])
})

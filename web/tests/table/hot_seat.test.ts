/** Two at one screen with secrets: nothing of the other's is shown before they have the device. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { TableCard } from '../../src/protocol'
import type { ShownMoment } from '../../src/state'
import { REST, card, entry, join, moment, welcome } from '../fake'
import { EMPTY, choice, piece, spot } from '../scenes'
import { show } from '../shown'

const { default: SpotButtons } = await import('../../src/board/SpotButtons.svelte')

const secretive = (seats: TableCard['seats'] = card.seats) =>
  ({ ...card, seats, game: { ...card.game, hidden: true } }) as TableCard
const scene = {
  ...EMPTY,
  prompts: ['Choose'],
  choices: [choice(1, 'a')],
  spots: [spot('a')],
  pieces: [piece('secret', 0)],
}
const seen = (ply: number, seen_by: number | null, more: Partial<ShownMoment> = {}): ShownMoment => ({
  ...moment(ply, scene),
  seen_by,
  ...more,
})
const moved = (moment: ShownMoment) => ({ type: 'moved' as const, moves: [entry(moment.ply)], moment, times: null })
const settle = () => vi.advanceTimersByTimeAsync(REST)

beforeEach(() => vi.useFakeTimers())

test('opening the table, players first say who they are', async () => {
  const { table, selection } = join(seen(0, 0), secretive())
  expect([table.handOverTo, table.shown, table.stage.scene, selection.choices.length]).toEqual([0, null, null, 0])
  expect(table.announced).toContain('Pass the device to North.')
  table.take()
  await settle()
  expect([table.handOverTo, table.shown?.ply, selection.choices.length]).toEqual([null, 0, 1])
  expect(table.announced).toBe('North to move. Choose')
})

test('after a move the board is covered, and shows what it showed', async () => {
  const { table, line } = join(seen(0, 0), secretive())
  table.take()
  await settle()
  line.says(moved(seen(1, 0))) // what comes of it, still through North's eyes
  line.says(moved(seen(2, 1, { mover: 1 })))
  await settle()
  expect([table.handOverTo, table.shown?.ply, table.live]).toEqual([1, 1, false])
  expect(table.announced).toBe('Move 2. South to move. Pass the device to South.')
  table.browse(0)
  expect(table.browsing).toBe(null)
  table.take()
  await settle()
  expect([table.handOverTo, table.shown?.ply, table.live]).toEqual([null, 2, true])
})

test('stepping back asks the server again: positions that another player saw are forgotten', async () => {
  const { table, line } = join(seen(4, 0), secretive())
  table.take()
  line.says(moved(seen(5, 1)))
  await settle()
  table.take()
  await settle()
  table.browse(4)
  expect(line.sent.at(-1)).toEqual({ type: 'look', ply: 4 })
  line.says({ type: 'looked', moment: seen(4, 1) })
  await settle()
  expect([table.handOverTo, table.shown?.seen_by]).toEqual([null, 1])
})

test('nothing is covered with one player at the screen, without secrets, or after the end', async () => {
  const alone = secretive(card.seats.map((seat, i) => ({ ...seat, yours: i === 0 })))
  for (const [first, table] of [
    [seen(0, 0), alone],
    [seen(0, 0), card],
    [seen(9, 0, { over: true, mover: null }), secretive()],
  ] as const) {
    const page = join(first, table)
    await settle()
    expect([page.table.handOverTo, page.table.shown?.ply]).toEqual([null, first.ply])
  }
})

test('a line that breaks and comes back covers nothing anew', async () => {
  const { table, line } = join(seen(3, 1), secretive())
  table.take()
  line.says(welcome(seen(3, 1), secretive()))
  await settle()
  expect([table.handOverTo, table.live]).toEqual([null, true])
})

test('where a bot stands in for the next one nothing is covered, and nothing of theirs is shown', async () => {
  const lent = secretive(card.seats.map((seat, i) => ({ ...seat, level: i === 1 ? 'easy' : '' })))
  const { table, line } = join(seen(0, 0), lent)
  table.take()
  await settle()
  line.says(moved(seen(1, 1, { mover: 1 })))
  await settle()
  expect([table.handOverTo, table.shown?.ply, table.live]).toEqual([null, 0, false])
  line.says(moved(seen(2, 0)))
  await settle()
  expect([table.handOverTo, table.shown?.ply, table.live]).toEqual([null, 2, true])
})

test('a key pressed while bots play does nothing for the next one at the screen', async () => {
  const four = ['North', 'East', 'West', 'South'].map((role, index) => {
    const level = index === 1 || index === 2 ? 'easy' : ''
    return { ...card.seats[0]!, index, role, level, yours: level === '' }
  })
  const { table, selection, line } = join(seen(0, 0), secretive(four))
  table.take()
  await settle()
  show(SpotButtons, { scene, selection })
  const plays = (ply: number, seat: number, seen_by: number) =>
    line.says({
      type: 'moved',
      moves: [{ ...entry(ply), seat }],
      moment: seen(ply, seen_by, { mover: seat + 1 }),
      times: null,
    })
  plays(1, 0, 0)
  plays(2, 1, 0)
  plays(3, 2, 3)
  await vi.advanceTimersByTimeAsync(300)
  expect(table.playback.running).toBe(true)
  document.querySelector<HTMLElement>('[data-spot=a]')!.click() // detail 0, as by Enter
  await settle()
  expect(table.handOverTo).toBe(3)
  selection.reset()
  table.take()
  await settle()
  expect([table.live, selection.choices.length, line.sent.filter(({ type }) => type === 'move')]).toEqual([true, 1, []])
  document.querySelector<HTMLElement>('[data-spot=a]')!.click()
  await settle()
  expect(line.sent.filter(({ type }) => type === 'move').length).toBe(1)
})

test('a move that is taken back while the device is handed over is never shown', async () => {
  const { table, line } = join(seen(0, 0), secretive())
  table.take()
  await settle()
  line.says(moved(seen(1, 1, { mover: 1 })))
  await settle()
  expect(table.handOverTo).toBe(1)
  line.says(welcome(seen(0, 0, { takebacks: 1 }), secretive()))
  await settle()
  expect([table.handOverTo, table.shown?.ply]).toEqual([0, 0]) // the person with the device says who they are
  table.take()
  await settle()
  expect([table.handOverTo, table.shown, table.live]).toEqual([null, table.newest, true])
})

/** What others play is shown at a pace that people can follow; nobody has to wait for it. */
import { flushSync } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { shortcut } from '../../src/board/shortcuts'
import { sounds } from '../../src/sound/sounds.svelte'
import { playbackSpeed } from '../../src/browser/playback_speed.svelte'
import type { TableCard } from '../../src/protocol'
import * as fake from '../fake'
import { entry, join } from '../fake'
import { EMPTY, choice, piece, spot } from '../scenes'
import { show } from '../shown'

const { default: Board } = await import('../../src/board/Board.svelte')
const { default: Seats } = await import('../../src/seats/Seats.svelte')

const scene = (ply: number) => ({
  ...EMPTY,
  prompts: ['Choose a piece'],
  caption: `after ${ply}`,
  choices: [choice(7, 'a')],
  spots: ['a', 'b', 'c'].map((id, i) => spot(id, i + 0.5)),
  pieces: [piece('p', ply, 0.5, { spot: 'a' })],
})
const at = (ply: number, mover: number) => ({ ...fake.moment(ply, scene(ply)), mover })
const seats = ['North', 'East', 'South', 'West'].map((role, index) => ({
  ...fake.card.seats[0]!,
  index,
  role,
  yours: index === 0,
  level: index === 0 ? '' : 'easy',
  kind: index === 0 ? ('person' as const) : ('bot' as const),
}))
const card: TableCard = { ...fake.card, seats, players: 4 }
const plays = (ply: number, seat: number, mover: number) => ({
  type: 'moved' as const,
  moves: [{ ...entry(ply), seat, spots: ['b'] }],
  moment: at(ply, mover),
  times: null,
})
/** I have moved, and three bots answer at once. */
function answered() {
  const all = join(at(0, 0), card)
  all.line.says(plays(1, 0, 1))
  for (const seat of [1, 2, 3]) all.line.says(plays(seat + 1, seat, (seat + 1) % 4))
  return all
}
/** The plies on the stage, one after the other, and how long each of them stood, in ms. */
async function stood(table: { shown: { ply: number } | null }) {
  const times = new Map<number, number>()
  for (let ms = 0; ms < 9000; ms += 10) {
    times.set(table.shown!.ply, (times.get(table.shown!.ply) ?? 0) + 10)
    await vi.advanceTimersByTimeAsync(10)
  }
  times.delete(0) // before any of it
  times.delete(4) // the last one stays
  return [...times]
}

beforeEach(() => {
  vi.useFakeTimers()
  playbackSpeed.set('normal')
})

test('each bot is seen before the next one plays, and my own turn comes when all have landed', async () => {
  const { table, selection } = answered()
  expect([table.newest?.ply, table.live, selection.prompt]).toEqual([4, false, ''])
  const times = await stood(table)
  expect(times.map(([ply]) => ply)).toEqual([1, 2, 3])
  for (const [ply, ms] of times) if (ply > 1) expect(ms).toBeGreaterThanOrEqual(600)
  expect([table.shown?.ply, table.live, selection.prompt, table.playback.running]).toEqual([
    4,
    true,
    'Choose a piece',
    false,
  ])
  expect(table.recent.map(({ ply }) => ply)).toEqual([2, 3, 4])
})

test('the ring in the list of seats goes on when a piece has landed, as the prompt does', async () => {
  const { table, selection, line } = join(at(0, 0), card)
  show(Seats, { table })
  const told = () => (flushSync(), [document.querySelector('li.turn strong')?.textContent, selection.prompt])
  await vi.advanceTimersByTimeAsync(1)
  vi.spyOn(table.stage, 'show').mockImplementation(() => new Promise((landed) => setTimeout(landed, 400)))
  line.says(plays(1, 0, 1))
  expect(told()).toEqual(['East', '']) // who has played sees that at once
  await vi.advanceTimersByTimeAsync(2000)
  for (const [seat, before, after] of [
    [1, 'East', 'South'],
    [2, 'South', 'West'],
    [3, 'West', 'North'],
  ] as const) {
    line.says(plays(seat + 1, seat, (seat + 1) % 4))
    await vi.advanceTimersByTimeAsync(390)
    expect([table.shown?.ply, ...told()]).toEqual([seat + 1, before, ''])
    await vi.advanceTimersByTimeAsync(2000)
    expect(told()).toEqual([after, after === 'North' ? 'Choose a piece' : ''])
  }
})

test('the speed is chosen, and remembered', async () => {
  const whole = async (speed: 'slow' | 'normal' | 'fast') => {
    playbackSpeed.set(speed)
    const { table } = answered()
    return (await stood(table)).reduce((sum, [, ms]) => sum + ms, 0)
  }
  const [slow, normal, fast] = [await whole('slow'), await whole('normal'), await whole('fast')]
  expect(slow).toBeGreaterThan(1.5 * normal)
  expect(normal).toBeGreaterThan(1.5 * fast)
  expect(fast).toBeLessThan(700)
  for (const [kept, speed] of [
    ['"slow"', 'slow'],
    ['"warp"', 'normal'],
  ] as const) {
    localStorage.setItem('rookery.speed', kept)
    vi.resetModules()
    expect((await import('../../src/browser/playback_speed.svelte')).playbackSpeed.chosen).toBe(speed)
  }
})

test('moves are heard when they have landed, and not when they are only shown again', async () => {
  const heard = vi.spyOn(sounds, 'play').mockReturnValue()
  const buzzed = vi.spyOn(sounds, 'buzz').mockReturnValue()
  const { table } = answered()
  expect(heard).not.toHaveBeenCalled()
  await stood(table)
  const moves = heard.mock.calls.length
  expect(heard.mock.calls.map(([, name]) => name)).toEqual(Array(moves).fill('moved'))
  expect([moves, buzzed.mock.calls.length]).toEqual([4, 1]) // one of them was made here
  table.browse(1)
  await vi.advanceTimersByTimeAsync(5000)
  table.browse(4)
  await vi.advanceTimersByTimeAsync(5000)
  expect(heard).toHaveBeenCalledTimes(moves)
  heard.mockRestore()
  buzzed.mockRestore()
})

test('a long turn of others is over four seconds after its last move, slowly after twice as many', async () => {
  for (const [speed, least, most] of [
    ['normal', 3000, 4200],
    ['slow', 6500, 8000],
  ] as const) {
    playbackSpeed.set(speed)
    const { table, line } = join(at(0, 0), card)
    const started = performance.now()
    line.says(plays(1, 0, 1))
    for (let ply = 2; ply <= 15; ply++) line.says(plays(ply, 1 + (ply % 3), ply === 15 ? 0 : 1))
    const seen = new Set<number>()
    while (!table.live) {
      seen.add(table.shown!.ply)
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(seen.size).toBe(15)
    expect(performance.now() - started).toBeGreaterThan(least)
    expect(performance.now() - started).toBeLessThan(most)
  }
})

test('several moves of others can be skipped by a button or a key, one move is over by itself', async () => {
  const { table, selection, line } = answered()
  show(Board, { table, selection })
  const button = () => (flushSync(), document.querySelector<HTMLElement>('.skip'))
  await vi.advanceTimersByTimeAsync(300)
  expect([table.shown?.ply, button()?.textContent.trim()]).toEqual([2, 'Skip'])
  button()!.click()
  await vi.advanceTimersByTimeAsync(10)
  expect([table.shown?.ply, table.live, button()]).toEqual([4, true, null])
  await vi.advanceTimersByTimeAsync(2000)
  vi.spyOn(table.stage, 'show').mockImplementation(() => new Promise((landed) => setTimeout(landed, 400)))
  line.says(plays(5, 0, 1))
  await vi.advanceTimersByTimeAsync(2000)
  line.says(plays(6, 1, 2))
  await vi.advanceTimersByTimeAsync(100)
  expect([table.playback.running, button()]).toEqual([true, null])
  line.says(plays(7, 2, 0))
  expect(button()).not.toBe(null)
  shortcut(new KeyboardEvent('keydown', { key: 'Escape' }), selection)
  await vi.advanceTimersByTimeAsync(900) // this stage does not hurry
  expect([table.shown?.ply, table.live]).toEqual([7, true])
})

test('a click goes straight to the newest position', async () => {
  const { table } = answered()
  await vi.advanceTimersByTimeAsync(300)
  expect([table.shown?.ply, table.playback.running]).toEqual([2, true])
  await table.playback.finish()
  expect([table.shown?.ply, table.live, table.playback.running]).toEqual([4, true, false])
  await table.playback.finish() // nothing is left to be seen: nothing happens
  expect(table.live).toBe(true)
})

test('somebody who steps back while bots play sees that position, and none that still waited', async () => {
  const { table, line } = answered()
  await vi.advanceTimersByTimeAsync(300) // the second move stands, the third one waits
  const show = vi.spyOn(table.stage, 'show')
  table.browse(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(show.mock.calls.map(([{ caption }]) => caption)).toEqual(['after 1'])
  expect([table.browsing, table.shown?.ply]).toEqual([1, 1])
  table.browse(4)
  await vi.advanceTimersByTimeAsync(1)
  expect([table.shown?.ply, table.live, line.sent.length]).toEqual([4, true, 0])
})

test('a player on a clock does not lose time by watching', async () => {
  const { table, line } = join(at(0, 0), card)
  playbackSpeed.set('slow')
  line.says({ ...plays(1, 0, 1), times: { left: [9e4, 9e4, 9e4, 9e4], running: 1, pause: 0, late: [0, 0], stops: 0 } })
  for (const seat of [1, 2, 3])
    line.says({
      ...plays(seat + 1, seat, (seat + 1) % 4),
      times: { left: [9e4, 9e4, 9e4, 9e4], running: (seat + 1) % 4, pause: 0, late: [0, 0, 0, 0], stops: 0 },
    })
  await vi.advanceTimersByTimeAsync(1500)
  expect(table.live).toBe(true)
})

test('bots’ moves are announced in one sentence', async () => {
  const { table, line } = join(at(0, 0), card)
  expect(table.announced).toBe('Your turn. Choose a piece') // on arrival
  line.says(plays(1, 0, 1))
  expect(table.announced).toBe('Move 1. East to move.')
  line.says(plays(2, 1, 2))
  line.says(plays(3, 2, 3))
  expect(table.announced).toBe('Move 1. East to move.')
  line.says(plays(4, 3, 0))
  expect(table.announced).toBe('East: Move 2. South: Move 3. West: Move 4. Your turn. Choose a piece')
  line.says(plays(5, 0, 1))
  line.says(plays(6, 1, 2))
  await vi.advanceTimersByTimeAsync(5000) // the next one thinks for long
  expect(table.announced).toBe('East: Move 6. South to move.')
})

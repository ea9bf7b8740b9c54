/** A player keeps the game waiting: the offers to waiting players, and their times. */
import { flushSync } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { AWAY_SECONDS, NUDGE_INTERVAL, MAX_NUDGES, NUDGE_AFTER, type TableCard, type Welcome } from '../../src/protocol'
import { card, join, moment, moved, welcome } from '../fake'
import { EMPTY, spot } from '../scenes'
import { show } from '../shown'

const { default: Prompt } = await import('../../src/table/Prompt.svelte')
const { default: SlowPlayer } = await import('../../src/seats/SlowPlayer.svelte')

/** I play South; North, who is to move, is here or away. */
const waiting = (here: boolean): TableCard => ({
  ...card,
  seats: card.seats.map((seat, i) => ({ ...seat, yours: i === 1, here: i === 1 || here })),
})
const NUDGED = { type: 'nudging', seat: 0, by: 1 } as const
const after = (seconds: number) => (vi.advanceTimersByTime(1000 * seconds), flushSync())

function opened(here = true) {
  const page = join(moment(0, EMPTY), waiting(here))
  show(SlowPlayer, { table: page.table, shown: true, leave: () => {} })
  const heard = (...[message]: Parameters<typeof page.line.says>) => (page.line.says(message), flushSync())
  return { ...page, heard }
}

const offered = () => [...document.querySelectorAll('button')].map((button) => button.textContent.trim())

beforeEach(() => vi.useFakeTimers())

test('a nudge is offered after a long wait, again after a while, and no more often than is allowed', () => {
  const { table, line, heard } = opened()
  after(NUDGE_AFTER - 1)
  expect(offered()).toEqual([])
  after(1)
  expect([offered(), table.announced.trim()]).toEqual([['Nudge'], 'Still waiting for North.'])
  document.querySelector('button')!.click()
  expect(line.sent).toEqual([{ type: 'nudge' }])
  for (let nudges = 1; nudges < MAX_NUDGES; nudges++) {
    heard(NUDGED)
    expect(offered()).toEqual([])
    after(NUDGE_INTERVAL - 1)
    expect(offered()).toEqual([])
    after(1)
    expect(offered()).toEqual(['Nudge'])
  }
  heard(NUDGED)
  after(10 * NUDGE_INTERVAL)
  expect(offered()).toEqual([])
})

test('nor is it offered too soon where the page was loaded after a nudge', () => {
  const { heard } = opened()
  heard({ ...(welcome(moment(0, EMPTY), waiting(true)) as Welcome), nudges: 1 })
  after(NUDGE_INTERVAL - 1)
  expect(offered()).toEqual([])
  after(1)
  expect(offered()).toEqual(['Nudge'])
})

test('each turn begins anew', () => {
  const { heard } = opened()
  after(NUDGE_AFTER)
  for (let nudges = 0; nudges < MAX_NUDGES; nudges++) heard(NUDGED)
  heard(moved(1, EMPTY))
  heard(moved(2, EMPTY))
  expect(offered()).toEqual([])
  after(NUDGE_AFTER)
  expect(offered()).toEqual(['Nudge'])
})

test('for who is away a bot can play, where no clock decides', () => {
  const { line, heard } = opened(false)
  after(AWAY_SECONDS - 1)
  expect(offered()).toEqual(['Nudge'])
  after(1)
  expect(offered()).toEqual(['Nudge', 'Let a bot play for North'])
  document.querySelectorAll('button')[1]!.click()
  expect(line.sent).toEqual([{ type: 'replace', seat: 0 }])
  heard({ type: 'tabled', table: waiting(true) })
  expect(offered()).toEqual(['Nudge'])
  const timed = {
    ...waiting(false),
    clock: { kind: 'move', seconds: 60, increment: 0, zero: 'bot', level: 'easy' },
  } as const
  heard({ type: 'tabled', table: timed as unknown as TableCard })
  after(AWAY_SECONDS)
  expect(offered()).toEqual(['Nudge'])
})

test('the focus of a button that has gone goes to the line that says who is waited for', async () => {
  const { table, selection, line } = join(moment(0, EMPTY), waiting(true))
  show(Prompt, { table, selection })
  after(NUDGE_AFTER)
  const button = document.querySelector('button')!
  button.focus()
  button.click()
  line.says(NUDGED)
  flushSync()
  expect([offered(), document.activeElement === document.querySelector('.headline')]).toEqual([[], true])
  after(NUDGE_INTERVAL)
  expect(offered()).toEqual(['Nudge'])
  const elsewhere = document.body.appendChild(document.createElement('input'))
  elsewhere.focus()
  line.says(NUDGED)
  flushSync()
  expect([offered(), document.activeElement]).toEqual([[], elsewhere])
  elsewhere.remove()
  after(NUDGE_INTERVAL)
  const last = document.querySelector('button')!
  last.focus()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })) // beside everything
  last.blur()
  line.says(NUDGED)
  flushSync()
  expect([offered(), document.activeElement]).toEqual([[], document.body])
})

test('so does the focus of a player who is back when the bot has left, and of one who returns to the newest move', async () => {
  const lent = (level: string): TableCard => ({
    ...card,
    seats: card.seats.map((seat, i) => ({ ...seat, yours: i === 0, level: i === 0 ? level : '' })),
  })
  const { table, selection, line } = join(moment(2, EMPTY), lent('easy'))
  show(Prompt, { table, selection })
  const button = document.querySelector('button')!
  const headline = document.querySelector('.headline')
  button.focus()
  button.click()
  flushSync()
  expect([offered(), document.activeElement]).toEqual([['I am back'], button])
  line.says({ type: 'tabled', table: lent('') })
  flushSync()
  expect([offered(), document.activeElement === headline]).toEqual([[], true])

  table.browse(1)
  flushSync()
  const now = document.querySelector('button')!
  now.focus()
  now.click()
  flushSync()
  expect([offered(), document.activeElement === headline]).toEqual([[], true])
})

test('the description of a place takes the room of these buttons, for a while', () => {
  const { table, selection } = join(
    moment(0, { ...EMPTY, spots: [spot('a', 0.5, '', { words: 'a pile: four tiles' })] }),
    waiting(true),
  )
  show(Prompt, { table, selection })
  after(NUDGE_AFTER)
  selection.press('a', false)
  flushSync()
  expect([offered(), document.querySelector('.detail')?.textContent.trim()]).toEqual([[], 'A pile: four tiles'])
  after(NUDGE_INTERVAL)
  expect([offered(), document.querySelector('.detail')?.textContent.trim()]).toEqual([['Nudge'], ''])
})

test('a player who comes after another one was away is not replaced at once', () => {
  const { heard } = opened(false)
  after(AWAY_SECONDS)
  const three = waiting(false).seats
  const seats = [three[0]!, { ...three[0]!, index: 1, role: 'East' }, { ...three[1]!, index: 2 }]
  heard({ type: 'tabled', table: { ...waiting(false), seats } })
  expect(offered()).toContain('Let a bot play for North')
  heard(moved(1, EMPTY))
  expect(offered()).toEqual([])
})

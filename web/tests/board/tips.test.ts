/** What a spot is for: shown to a pointer that rests there, to a finger and to the keyboard, and described to all. */
import { flushSync } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Scene } from '../../src/protocol'
import SpotButtons from '../../src/board/SpotButtons.svelte'
import { join, moment } from '../fake'
import { onePiece, spot } from '../scenes'
import { show } from '../shown'

const told = (): Scene => ({ ...onePiece(), tips: [{ spot: 'c', words: 'A well: it gives water' }] })

beforeEach(() => vi.useFakeTimers())

test('a pointer that rests there sees the tip, and may go over to it; one that passes by sees none', () => {
  const { selection, line } = join(moment(2, told()))
  const { tips } = selection
  selection.point('c')
  vi.advanceTimersByTime(300)
  expect(tips.shown).toBeNull()
  selection.point('b')
  vi.advanceTimersByTime(1000)
  expect(tips.shown).toBeNull()
  selection.point('c')
  vi.advanceTimersByTime(500)
  expect([tips.shown, tips.of('c'), selection.hint]).toEqual(['c', 'A well: it gives water', ''])
  expect(JSON.stringify(line.sent)).not.toContain('"spot":"c"') // it is known
  selection.point(null)
  tips.stay()
  vi.advanceTimersByTime(1000)
  expect(tips.shown).toBe('c')
  tips.point(null)
  vi.advanceTimersByTime(300)
  expect(tips.shown).toBeNull()
})

test('a tap shows it at once, and says it; another one, Escape or a new position puts it away', () => {
  const { table, selection } = join(moment(2, told()))
  selection.press('c', true)
  expect([selection.tips.shown, table.announced, selection.explanations.refused]).toEqual([
    'c',
    'A well: it gives water.',
    '',
  ])
  expect([selection.back(), selection.tips.shown, selection.back()]).toEqual([true, null, false])
  for (const away of [() => selection.press('a', true), () => selection.reset()]) {
    selection.reset()
    selection.press('c', true)
    expect(selection.tips.shown).toBe('c')
    away()
    expect(selection.tips.shown).toBeNull()
  }
})

test('the button is described by it, whether it is on show or not', async () => {
  vi.useRealTimers()
  const spots = ['a', 'b', 'c'].map((id, i) => spot(id, i + 0.5, ''))
  const { table, selection } = join(moment(2, { ...told(), spots }))
  const scene = table.stage.scene!
  show(SpotButtons, { scene, selection })
  const button = document.querySelector('[data-spot=c]')!
  const described = () => document.getElementById(button.getAttribute('aria-describedby')!)?.textContent
  expect([described(), document.querySelector('.tip')]).toEqual(['A well: it gives water.', null])
  expect(document.querySelector('[data-spot=a]')!.hasAttribute('aria-describedby')).toBe(false)
  selection.tips.show('c')
  flushSync()
  expect(document.querySelector('.tip')!.textContent.trim()).toBe('A well: it gives water.')
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  flushSync()
  expect(document.querySelector('.tip')).toBeNull()
})

/** What the page does by itself: it moves the focus, and scrolls to what can be chosen. */
import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import type { Scene } from '../../src/protocol'
import { entry, join, moment } from '../fake'
import SpotButtons from '../../src/board/SpotButtons.svelte'
import { EMPTY, choice, spot } from '../scenes'
import { show } from '../shown'

const scene = (...ids: string[]): Scene => ({
  ...EMPTY,
  spots: ids.map((id, i) => spot(id, i + 0.5, 'board')),
  choices: ids.map((id, i) => choice(i, id)),
  zones: [
    {
      id: 'board',
      x: 4,
      y: 4,
      width: 8,
      height: 8,
      words: 'Board',
      symbol: '',
      style: '',
      listed: false,
      grid: false,
      quiet: false,
    },
  ],
})

test('when the focused spot disappears, the announcement of the move is not talked over', async () => {
  const { table, selection, line } = join(moment(2, scene('a', 'b')))
  const props = {
    selection,
    get scene() {
      return table.stage.scene!
    },
  }
  show(SpotButtons, props)
  document.querySelector<HTMLElement>('[data-spot=b]')!.focus()
  expect(table.announced, 'what Enter would do').toBe('To b')
  line.says({ type: 'moved', moves: [entry(3)], moment: moment(3, scene('a')), times: null })
  await expect.poll(() => (document.activeElement as HTMLElement).dataset.spot).toBe('a')
  expect(table.announced).toMatch(/^Move 3/)
})

test('what can be chosen is scrolled into view, also if something moved before that could be done', async () => {
  const scrolled = vi.spyOn(window, 'scrollBy')
  const { table, selection } = join(moment(2, scene('a')))
  show(SpotButtons, { selection, scene: table.stage.scene! })
  flushSync()
  selection.drag.active = { ids: [] } as unknown as typeof selection.drag.active
  flushSync()
  selection.drag.active = null
  flushSync()
  await expect.poll(() => scrolled.mock.calls.length).toBe(1)
})

// @vitest-environment happy-dom
/** What is heard of the board when the page itself moves the focus. */
import { flushSync, mount, unmount } from 'svelte'
import { expect, test } from 'vitest'
import type { Scene } from '../../src/protocol'
import { entry, join, moment } from '../fake'
import SpotButtons from '../../src/board/SpotButtons.svelte'
import { EMPTY, choice, spot } from '../scenes'

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

test('what was played is not talked over when the spot that had the focus is gone', async () => {
  const { table, selection, line } = join(moment(2, scene('a', 'b')))
  const props = {
    selection,
    get scene() {
      return table.stage.scene!
    },
  }
  const board = mount(SpotButtons, { target: document.body, props })
  flushSync()
  document.querySelector<HTMLElement>('[data-spot=b]')!.focus()
  expect(table.announced, 'what Enter would do').toBe('To b')
  line.says({ type: 'moved', moves: [entry(3)], moment: moment(3, scene('a')), times: null })
  await expect.poll(() => (document.activeElement as HTMLElement).dataset.spot).toBe('a')
  expect(table.announced).toMatch(/^Move 3/)
  await unmount(board)
})

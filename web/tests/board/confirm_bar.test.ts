/** The bar of a piece in the hand. */
import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import type { Scene } from '../../src/protocol'
import { join, moment, moved } from '../fake'
import { EMPTY, choice, pose, spot } from '../scenes'
import ConfirmBar from '../../src/board/ConfirmBar.svelte'
import { show } from '../shown'

const HELD: Scene = {
  ...EMPTY,
  spots: [spot('a', 0.5), spot('l', 4)],
  choices: [choice(0, 'l', 'a')],
  poses: [pose('l', 's')],
}

test('it keeps its room until the next piece, so that nothing below it moves', async () => {
  const { selection, line } = join(moment(2, HELD))
  show(ConfirmBar, { selection })
  expect(document.querySelector('[aria-label="In your hand"]')).not.toBeNull()
  line.says(moved(3, EMPTY))
  flushSync()
  expect(document.querySelector('[aria-label="In your hand"]')).toBeNull()
  expect(document.querySelector('.room')).not.toBeNull()
})

test('where no piece has been in the hand there is no room for one', async () => {
  const { selection } = join(moment(2, { ...HELD, poses: [] }))
  show(ConfirmBar, { selection })
  expect(document.querySelector('.room')).toBeNull()
})

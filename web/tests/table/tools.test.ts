/** What is opened beside a game: one thing at a time, and Escape closes it. */
import { tick } from 'svelte'
import { expect, test } from 'vitest'
import { apart, join, moment } from '../fake'
import { EMPTY } from '../scenes'
import Tools from '../../src/table/Tools.svelte'
import { button, show } from '../shown'

const open = (words: string) => button(words)!.ariaExpanded ?? button(words)!.getAttribute('aria-expanded')

async function press(words: string) {
  button(words)!.click()
  await tick()
}

async function escape() {
  ;(document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  )
  await tick()
}

test('Talk never lies over Share, and Escape closes each', async () => {
  const { table } = join(moment(2, EMPTY), apart())
  show(Tools, { table, inviting: false })
  await press('Talk')
  expect([open('Talk'), open('Share')]).toEqual(['true', 'false'])
  await press('Share')
  expect([open('Talk'), open('Share')]).toEqual(['false', 'true'])
  await press('Talk')
  expect([open('Talk'), open('Share')]).toEqual(['true', 'false'])
  expect(document.querySelectorAll('[aria-label="Talk"]')).toHaveLength(1)
  await escape()
  expect(open('Talk')).toBe('false')
  await press('Share')
  button('Share')!.focus()
  await escape()
  expect(open('Share')).toBe('false')
  expect(document.activeElement).toBe(button('Share'))
})

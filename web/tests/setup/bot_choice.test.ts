/** The choice of a bot: its bird, its strength, and what they are like. */
import { expect, test, vi } from 'vitest'
import BotChoice from '../../src/setup/BotChoice.svelte'
import { show } from '../shown'

const GULL = {
  id: 'greedy',
  name: 'Very easy',
  words: 'Takes what looks best.',
  bird: 'Gulp',
  species: 'gull',
  nature: 'Greedy',
  hello: 'Are you going to eat that?',
  won: '',
  lost: '',
}
const PLAIN = { id: 'brisk', name: 'Brisk', words: '', bird: '', species: '', nature: '', hello: '', won: '', lost: '' }
const text = (element: Element | null) => element?.textContent.replace(/\s+/g, ' ').trim()

function opened(level: string) {
  const change = vi.fn()
  show(BotChoice, { levels: [GULL, PLAIN], bots: 1, value: { level, each: false }, change })
  return change
}

test('the strength is named first, then the bird; the chosen one is described', () => {
  const change = opened('greedy')
  const labels = [...document.querySelectorAll('label')]
  expect(labels.map(text)).toEqual(['Very easy (Gulp the gull)', 'Brisk'])
  expect(text(document.querySelector('.chosen'))).toBe(
    'Gulp the gull · Very easy Greedy. Takes what looks best. Are you going to eat that?',
  )
  labels[1]!.querySelector('input')!.click()
  expect(change).toHaveBeenCalledExactlyOnceWith({ level: 'brisk', each: false })
})

test('a level of an outside game has no bird, and says nothing', () => {
  opened('brisk')
  expect(text(document.querySelector('.chosen'))).toBe('Brisk')
})

/** The settings of this browser: each holds everywhere at once, and is kept. */
import { flushSync } from 'svelte'
import { expect, test } from 'vitest'
import '../fake'
import { alwaysAsk, ruleNotes } from '../../src/browser/kept_choices.svelte'
import { playbackSpeed } from '../../src/browser/playback_speed.svelte'
import { theme } from '../../src/browser/theme.svelte'
import SettingsPage from '../../src/settings/SettingsPage.svelte'
import { show } from '../shown'

/** The control with these words. */
function control(words: string): HTMLInputElement {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.trim() === words)
  return label!.querySelector('input')!
}

function press(words: string): void {
  control(words).click()
  flushSync()
}

test('colours are those of the device until others are chosen, and then again', () => {
  show(SettingsPage, {})
  expect([control('Same as device').checked, document.documentElement.style.colorScheme]).toEqual([true, ''])
  press('Dark')
  expect([theme.isDark, document.documentElement.style.colorScheme]).toEqual([true, 'dark'])
  expect(localStorage.getItem('rookery.theme')).toBe('"dark"')
  press('Same as device')
  expect([theme.chosen, document.documentElement.style.colorScheme]).toEqual([null, ''])
})

test('what is chosen holds at every table', () => {
  show(SettingsPage, {})
  press('Slow')
  press('Ask before each move')
  press('Show rule numbers and notes')
  expect([playbackSpeed.chosen, alwaysAsk.on, ruleNotes.on]).toEqual(['slow', true, true])
  expect(['speed', 'ask', 'rule_notes'].map((name) => localStorage.getItem(`rookery.${name}`))).toEqual([
    '"slow"',
    'true',
    'true',
  ])
})

test('one look of boards holds at a time, and is kept unless it is that of the device', () => {
  show(SettingsPage, {})
  press('Distinct')
  press('Quiet')
  const looks = () => [...document.documentElement.classList].filter((name) => name.startsWith('look-'))
  expect(looks()).toEqual(['look-quiet'])
  expect(localStorage.getItem('rookery.look')).toBe('"quiet"')
  press('High contrast') // as this device wants it
  expect(looks()).toEqual(['look-contrast'])
  expect(localStorage.getItem('rookery.look')).toBe('null')
})

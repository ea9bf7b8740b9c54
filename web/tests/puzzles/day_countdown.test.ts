/** How long a day goes on, as the page shows it. */
import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import DayCountdown from '../../src/puzzles/DayCountdown.svelte'
import { show } from '../shown'

test('the server’s answer counts, whatever the clock of the browser says', async () => {
  vi.useFakeTimers({ now: new Date('2031-01-01') })
  show(DayCountdown, { endsIn: 2 * 3_600_000 })
  expect(document.body.textContent).toBe('in 2 hours')
  vi.setSystemTime(new Date('2020-01-01'))
  await vi.advanceTimersByTimeAsync(75 * 60_000)
  flushSync()
  expect(document.body.textContent).toBe('in 45 minutes')
})

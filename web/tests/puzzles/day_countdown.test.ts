/** How long a day goes on, as the page shows it. */
import { flushSync, mount, unmount } from 'svelte'
import { expect, test, vi } from 'vitest'
import DayCountdown from '../../src/puzzles/DayCountdown.svelte'

test('the server’s answer counts, whatever the clock of the browser says', async () => {
  vi.useFakeTimers({ now: new Date('2031-01-01') })
  const page = mount(DayCountdown, { target: document.body, props: { endsIn: 2 * 3_600_000 } })
  flushSync()
  expect(document.body.textContent).toBe('in 2 hours')
  vi.setSystemTime(new Date('2020-01-01'))
  await vi.advanceTimersByTimeAsync(75 * 60_000)
  flushSync()
  expect(document.body.textContent).toBe('in 45 minutes')
  await unmount(page)
  vi.useRealTimers()
})

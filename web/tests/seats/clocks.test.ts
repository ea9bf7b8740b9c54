import { expect, test, vi } from 'vitest'
import { refreshInterval, TableClocks, clockText, warning } from '../../src/seats/clocks.svelte'

test('the face of a clock', () => {
  expect([0, 5_250, 12_000, 59_100, 299_001, 3_599_000, 3_909_000, 86_400_000, 273_600_000].map(clockText)).toEqual([
    '0.0',
    '5.2',
    '0:12',
    '1:00',
    '5:00',
    '59:59',
    '1:05:09',
    '1d 0h',
    '3d 4h',
  ])
})

test('it counts on from what the server said, for who decides only', () => {
  vi.useFakeTimers()
  const clocks = new TableClocks()
  clocks.set({ left: [60_000, 50_000], running: 1, pause: 0, late: [0, 0], stops: 0 })
  vi.advanceTimersByTime(4_000)
  clocks.tick()
  expect([clocks.left(0), clocks.left(1)]).toEqual([60_000, 46_000])
  vi.advanceTimersByTime(90_000)
  clocks.tick()
  expect(clocks.left(1)).toBe(0)
  clocks.set(null)
  expect(clocks.left(0)).toBe(0)
})

test('it stands still while the device is handed over', () => {
  vi.useFakeTimers()
  const clocks = new TableClocks()
  clocks.set({ left: [60_000, 50_000], running: 1, pause: 10_000, late: [0, 0], stops: 0 })
  vi.advanceTimersByTime(9_000)
  clocks.tick()
  expect(clocks.left(1)).toBe(50_000)
  vi.advanceTimersByTime(3_000)
  clocks.tick()
  expect(clocks.left(1)).toBe(48_000)
})

test('little time is said once', () => {
  expect(warning(31_000, 29_900)).toBe('30 seconds left.')
  expect(warning(29_900, 29_800)).toBe('')
  expect(warning(10_050, 9_990)).toBe('10 seconds left.')
  expect(refreshInterval(5_000)).toBeLessThan(refreshInterval(50_000))
})

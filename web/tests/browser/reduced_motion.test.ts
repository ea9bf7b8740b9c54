import { expect, test, vi } from 'vitest'

test.each([
  [true, 'auto'],
  [false, 'smooth'],
])('where motion is unwelcome (%s) the window jumps', async (matches, behavior) => {
  vi.resetModules()
  vi.stubGlobal('matchMedia', () => ({ matches }))
  const { scrolling } = await import('../../src/browser/reduced_motion')
  expect(scrolling()).toBe(behavior)
  vi.unstubAllGlobals()
})

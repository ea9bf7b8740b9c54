import { expect, test, vi } from 'vitest'

test.each([
  [true, 'auto'],
  [false, 'smooth'],
])('where motion is unwelcome (%s) the window jumps', async (matches, behavior) => {
  vi.resetModules()
  vi.stubGlobal('matchMedia', () => ({ matches }))
  const { scrollBehavior } = await import('../../src/browser/reduced_motion')
  expect(scrollBehavior()).toBe(behavior)
  vi.unstubAllGlobals()
})

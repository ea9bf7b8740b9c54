/** Newer versions of a site. */
import { afterEach, expect, test, vi } from 'vitest'
import { keepSite } from '../../src/net/site_versions'

afterEach(() => {
  vi.restoreAllMocks()
  delete (navigator as { serviceWorker?: unknown }).serviceWorker
})

/** A page that a service worker controls, or none yet. Returns what happens when another one takes over. */
async function page(controller: object | null) {
  const found = { waiting: null, installing: null, addEventListener: () => {} }
  const container = Object.assign(new EventTarget(), { controller, register: () => Promise.resolve(found) })
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  await keepSite('http://host/sub/', () => {})
  return () => container.dispatchEvent(new Event('controllerchange'))
}

test.each([
  ['a later visit', { scriptURL: 'http://host/sub/service_worker.js' }, 1],
  ['a first visit', null, 2],
  ['a first visit, where a server notifies,', { scriptURL: 'http://host/sw.js' }, 2],
])('on %s, the page reloads when a newer version takes over', async (_, controller, when) => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const takeOver = await page(controller)
  for (let times = 1; times <= when; times++) {
    expect(reload).not.toHaveBeenCalled()
    takeOver()
  }
  expect(reload).toHaveBeenCalledOnce()
})

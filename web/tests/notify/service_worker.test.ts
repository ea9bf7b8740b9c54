/** The service worker, with a browser that is the test. */
import { expect, test, vi } from 'vitest'
import worker from '../../public/sw.js?raw'

type Handler = (event: unknown) => void

function browser(open: string[]) {
  const handlers: Record<string, Handler> = {}
  const focus = vi.fn()
  const self = {
    addEventListener: (kind: string, handler: Handler) => (handlers[kind] = handler),
    registration: { showNotification: vi.fn() },
    clients: {
      matchAll: () => Promise.resolve(open.map((url) => ({ url, focus: () => focus(url) }))),
      openWindow: vi.fn(),
    },
  }
  new Function('self', worker)(self)
  const tell = async (kind: string, event: object) => {
    let work: unknown
    handlers[kind]!({ ...event, waitUntil: (promise: unknown) => (work = promise) })
    await work
  }
  return { self, focus, tell }
}

test('a push is shown', async () => {
  const { self, tell } = browser([])
  await tell('push', { data: { json: () => ({ title: 'Game', words: 'Your turn', table: 't-1' }) } })
  const note = { body: 'Your turn', tag: 't-1', icon: '/favicon.svg', data: '/t/t-1' }
  expect(self.registration.showNotification).toHaveBeenCalledWith('Game', note)
})

test.each([
  [['https://a.org/', 'https://a.org/t/t-1#key'], 1],
  [['https://a.org/t/t-11'], 0],
])('a click leads to the page of the table, opened if need be', async (open, there) => {
  const { self, focus, tell } = browser(open)
  const close = vi.fn()
  await tell('notificationclick', { notification: { close, data: '/t/t-1' } })
  expect([close.mock.calls.length, focus.mock.calls, self.clients.openWindow.mock.calls]).toEqual(
    there ? [1, [[open[1]]], []] : [1, [], [['/t/t-1']]],
  )
})

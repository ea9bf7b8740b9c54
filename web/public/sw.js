// Notifies players who have no page open of their turn. It does nothing else: pages are fetched as usual.
self.addEventListener('push', (event) => {
  const { title, words, table } = event.data.json()
  const note = { body: words, tag: table, icon: '/favicon.svg', data: `/t/${table}` }
  event.waitUntil(self.registration.showNotification(title, note))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data))
})

/** The page of the table, where it is open already. */
async function show(address) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find((page) => new URL(page.url).pathname === address)
  return there ? there.focus() : self.clients.openWindow(address)
}

/** The service worker of a site, which keeps all its files, and newer versions of it (src/worker/service_worker.ts). */

/** Install it. `fresh` is called when a newer version waits to be used. */
export async function keepSite(base: string, fresh: () => void): Promise<void> {
  const serviceWorker = container()
  if (!serviceWorker) return // not https, or forbidden: the page works with a network
  const script = new URL('service_worker.js', base)
  // a server that has this site in a folder may have one of its own, which notifies, for all its pages
  const isUsed = () => serviceWorker.controller?.scriptURL === script.href
  const updating = isUsed()
  let controlled = updating
  serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) location.reload()
    controlled = true // on a first visit, the first one that comes has the version of this page
  })
  try {
    const found = await serviceWorker.register(script, { updateViaCache: 'none' })
    if (found.waiting && updating) fresh()
    found.addEventListener('updatefound', () => {
      const coming = found.installing
      coming?.addEventListener('statechange', () => {
        if (coming.state === 'installed' && isUsed()) fresh()
      })
    })
  } catch {
    // Storage is forbidden or full, or a file is of another version: the page works with a network.
  }
}

/** `when`: "now", because the person agrees, or "idle": if no page of this browser has a table or a new one open. */
export async function useNewer(when: 'now' | 'idle'): Promise<void> {
  const found = await container()
    ?.getRegistration()
    .catch(() => undefined)
  found?.waiting?.postMessage(when)
}

function container(): ServiceWorkerContainer | undefined {
  try {
    return (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
  } catch {
    return undefined
  }
}

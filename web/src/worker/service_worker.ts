/**
 * Keeps all files of one version of the site, serves them without a network, and waits until no game is open before it
 * takes over from an older version.
 */
/// <reference lib="webworker" />
export {}

/** Written in front of this script by src/rookery/site/page.py: the hash (SHA-256, hexadecimal) of each file by its path. */
interface Listed {
  version: string
  files: Record<string, string>
}

const worker = self as unknown as ServiceWorkerGlobalScope & { SITE: Listed }
const { version, files } = worker.SITE
const scope = new URL(worker.registration.scope)
const PREFIX = `rookery ${scope.pathname} ` // other sites of the same host have caches of their own
const KEPT = `${PREFIX}${version}`
const PAGE = new URL('index.html', scope).href

worker.addEventListener('install', (event) => event.waitUntil(keepAll()))
worker.addEventListener('activate', (event) => event.waitUntil(forgetOthers().then(() => worker.clients.claim())))
worker.addEventListener('message', (event) => event.waitUntil(takeOver(event.data as 'now' | 'idle')))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const address = new URL(request.url)
  if (request.method !== 'GET' || address.origin !== scope.origin || !address.pathname.startsWith(scope.pathname))
    return
  const isPage = request.mode === 'navigate' && ['', 'index.html'].includes(pathOf(address))
  event.respondWith(kept(isPage ? PAGE : address.origin + address.pathname, request))
})

/** All pages reload then (src/net/site_versions.ts). */
async function takeOver(when: 'now' | 'idle'): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const busy = pages.some(({ url }) => ['table', 'game'].some((name) => new URL(url).searchParams.has(name)))
  if (when === 'now' || !busy) await worker.skipWaiting()
}

function pathOf(address: URL): string {
  return address.pathname.slice(scope.pathname.length)
}

async function kept(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(KEPT)
  return (await cache.match(address)) ?? fetch(request)
}

/** All or none: a version that is not whole is never used. Files that an older version has already are copied. */
async function keepAll(): Promise<void> {
  const older = await olderCaches()
  const cache = await caches.open(KEPT)
  const wanted = Object.entries(files)
  for (let next = wanted.shift(); next; next = wanted.shift()) {
    const [path, hash] = next
    const address = new URL(path, scope).href
    if (await cache.match(address)) continue
    await cache.put(address, (await copied(older, address, hash)) ?? (await fetched(address, hash)))
  }
}

async function olderCaches(): Promise<Cache[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== KEPT)
  return Promise.all(names.map((name) => caches.open(name)))
}

async function copied(older: Cache[], address: string, hash: string): Promise<Response | null> {
  for (const cache of older) {
    const found = await cache.match(address)
    if (found && (await hashOf(await found.clone().arrayBuffer())) === hash) return found
  }
  return null
}

/**
 * The page has just fetched most files, so the browser's own cache has them; where it has an older one, the server is
 * asked. Some servers redirect from index.html to its folder. A browser opens no page from a redirected response, so the
 * data get a new one.
 */
async function fetched(address: string, hash: string): Promise<Response> {
  for (const cache of ['default', 'reload'] as const) {
    const response = await fetch(address, { cache })
    const data = await response.clone().arrayBuffer()
    if (response.ok && (await hashOf(data)) === hash)
      return response.redirected ? new Response(data, response) : response
  }
  throw new Error(`${address} is not of version ${version}`)
}

async function hashOf(data: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function forgetOthers(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== KEPT)
  await Promise.all(names.map((name) => caches.delete(name)))
}

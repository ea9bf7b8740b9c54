/**
 * The key of this browser: made once, kept in IndexedDB, and never readable by anybody, this page included. Browsers
 * without such keys (an http address, some private windows) have none.
 */
import { within } from '../waits/wait'

const DATABASE = 'rookery.tag'
const KEY_STORE = 'keys'
const DEVICE = 'device' // the only entry
const NO_KEY = 'This browser cannot keep a key.'
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' }

interface KeptKey {
  id: string // the public key, base64url
  secret: CryptoKey
}

export interface DeviceKey {
  readonly id: string
  /** The signature, base64url. */
  sign(text: string): Promise<string>
}

export function base64url(data: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(data)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Whether this browser has such keys. */
export function canKeepKeys(): boolean {
  try {
    return globalThis.crypto?.subtle !== undefined && globalThis.indexedDB !== undefined
  } catch {
    return false // they are forbidden
  }
}

/** The key, if there is one. */
export async function deviceKey(): Promise<DeviceKey | null> {
  const kept = (await within(
    'storage',
    NO_KEY,
    inStore('readonly', (store) => store.get(DEVICE)),
  )) as KeptKey | undefined
  return kept ? { id: kept.id, sign: (text) => sign(kept.secret, text) } : null
}

/** The key; a new one if there is none. Rejects where a browser has no keys. */
export async function neededKey(): Promise<DeviceKey> {
  const known = await deviceKey()
  if (known) return known
  const { publicKey, privateKey } = await crypto.subtle.generateKey(CURVE, false, ['sign'])
  const made: KeptKey = { id: base64url(await crypto.subtle.exportKey('raw', publicKey)), secret: privateKey }
  await inStore('readwrite', (store) => store.add(made, DEVICE)).catch(() => {}) // another tab was faster
  return (await deviceKey()) ?? Promise.reject(new Error(NO_KEY))
}

export async function forgetKey(): Promise<void> {
  await inStore('readwrite', (store) => store.delete(DEVICE))
}

async function sign(secret: CryptoKey, text: string): Promise<string> {
  const how = { name: CURVE.name, hash: 'SHA-256' }
  return base64url(await crypto.subtle.sign(how, secret, new TextEncoder().encode(text)))
}

function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(KEY_STORE)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const change = database.transaction(KEY_STORE, mode)
      const asked = work(change.objectStore(KEY_STORE))
      change.oncomplete = () => resolve(asked.result)
      change.onabort = () => reject(asked.error)
      change.addEventListener('complete', () => database.close())
      change.addEventListener('abort', () => database.close())
    }
  })
}

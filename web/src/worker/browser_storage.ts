/**
 * Keys and bytes in this browser's IndexedDB: what rookery.offline.storage asks for. Methods reject with the browser's
 * own DOMException, whose name that Python file's neighbours turn into a sentence.
 */
import { within } from '../waits/wait'

const STORE = 'entries'

export class BrowserStorage {
  #database: Promise<IDBDatabase> | null = null

  constructor(readonly name: string) {}

  /** Stores all entries or none. They are on disk when it resolves, where the browser can promise that. */
  put(entries: readonly (readonly [string, Uint8Array])[]): Promise<void> {
    return this.#change((store) => {
      for (const [key, bytes] of entries) store.put(bytes, key)
    })
  }

  /** The entries whose keys begin so, sorted by key. */
  async get(prefix: string): Promise<[string, Uint8Array][]> {
    const transaction = await this.#transaction('readonly')
    const store = transaction.objectStore(STORE)
    const keys = store.getAllKeys(beginningWith(prefix))
    const values = store.getAll(beginningWith(prefix))
    await done(transaction)
    return keys.result.map((key, place) => [key as string, values.result[place] as Uint8Array])
  }

  remove(keys: readonly string[]): Promise<void> {
    return this.#change((store) => {
      for (const key of keys) store.delete(key)
    })
  }

  async #change(work: (store: IDBObjectStore) => void): Promise<void> {
    const transaction = await this.#transaction('readwrite')
    try {
      work(transaction.objectStore(STORE))
    } catch (error) {
      transaction.abort()
      throw error
    }
    await done(transaction)
  }

  /** A browser that suspends a page may close the database without a word; it is then opened again, once. */
  async #transaction(mode: IDBTransactionMode): Promise<IDBTransaction> {
    const begin = async () => (await this.#opened()).transaction(STORE, mode, { durability: 'strict' })
    try {
      return await begin()
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
      this.#database = null
      return begin()
    }
  }

  #opened(): Promise<IDBDatabase> {
    if (this.#database) return this.#database
    const again = () => (this.#database = null)
    this.#database = within('storage', 'This browser does not open its storage.', opened(this.name, again))
    this.#database.catch(again)
    return this.#database
  }
}

/** IndexedDB compares strings by UTF-16 units, of which none is greater than U+FFFF. */
function beginningWith(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`)
}

/** `lost` is called when the browser has closed it, as when the person removes what a site keeps. */
function opened(name: string, lost: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (!globalThis.indexedDB) throw new DOMException('There is none.', 'NotSupportedError')
    const asked = indexedDB.open(name, 1) // throws where it is forbidden
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE)
    asked.onsuccess = () => {
      asked.result.onclose = lost
      resolve(asked.result)
    }
    asked.onerror = () => reject(asked.error ?? new DOMException('The browser gave no reason.', 'UnknownError'))
  })
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new DOMException('The browser stopped it.', 'AbortError'))
  })
}

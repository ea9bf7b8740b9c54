/** Keys and bytes in this browser's IndexedDB, as rookery.offline.storage asks for them. */

const STORE = 'entries'

/** The message is one sentence; `code` is its name for Python. */
export class StorageError extends Error {
  constructor(
    readonly code: 'forbidden' | 'full' | 'failed',
    message: string,
  ) {
    super(message)
    this.name = 'StorageError'
  }
}

export class BrowserStorage {
  private constructor(readonly database: IDBDatabase) {}

  /** Rejects with a StorageError. */
  static async open(name: string): Promise<BrowserStorage> {
    try {
      return new BrowserStorage(await opened(name))
    } catch (error) {
      throw named(error, 'forbidden')
    }
  }

  /** Stores all entries or none. They are on disk when it resolves, where the browser can promise that. */
  async put(entries: readonly (readonly [string, Uint8Array])[]): Promise<void> {
    await this.#change((store) => {
      for (const [key, bytes] of entries) store.put(bytes, key)
    })
  }

  /** The entries whose keys begin so, sorted by key. */
  async get(prefix: string): Promise<[string, Uint8Array][]> {
    try {
      const store = this.database.transaction(STORE).objectStore(STORE)
      const keys = store.getAllKeys(beginningWith(prefix))
      const values = store.getAll(beginningWith(prefix))
      await done(store.transaction)
      return keys.result.map((key, place) => [key as string, values.result[place] as Uint8Array])
    } catch (error) {
      throw named(error, 'failed')
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.#change((store) => {
      for (const key of keys) store.delete(key)
    })
  }

  async #change(work: (store: IDBObjectStore) => void): Promise<void> {
    try {
      const transaction = this.database.transaction(STORE, 'readwrite', { durability: 'strict' })
      work(transaction.objectStore(STORE))
      transaction.commit()
      await done(transaction)
    } catch (error) {
      throw named(error, 'failed')
    }
  }
}

/** IndexedDB compares strings by UTF-16 units, of which none is greater than U+FFFF. */
function beginningWith(prefix: string): IDBKeyRange {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`)
}

function opened(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE)
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error())
  })
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('it was stopped'))
  })
}

function named(error: unknown, otherwise: 'forbidden' | 'failed'): StorageError {
  const { name = '', message = '' } = (error ?? {}) as { name?: string; message?: string }
  if (name === 'QuotaExceededError')
    return new StorageError('full', 'This browser has no more room for games; remove some, or free space on the disk.')
  if (otherwise === 'forbidden' || name === 'SecurityError')
    return new StorageError('forbidden', 'This browser forbids this page to store games, as private windows may do.')
  return new StorageError('failed', `The browser could not store the game: ${message || name || 'it gave no reason'}.`)
}

/**
 * This browser's own tables and how they stand. While the page is visible it asks the server for all of them at once,
 * again and again; it no longer asks about games that are over or gone.
 */
import {
  dropped,
  finished,
  forget,
  keepStandings,
  noLongerDropped,
  putBack,
  tables,
  whenTablesChange,
} from '../browser/saved_tables'
import type { Remembered } from '../browser/saved_tables'
import { forgetLastView } from '../browser/last_views'
import { ownTableStates } from '../net/api'
import { removeTable } from '../net/requests'
import { parlour } from '#parlour'
import { waitsForMe } from './own_table_text'

const TABLES_INTERVAL = 15_000 // ms
const MOST_ASKED = 24 // tables in one request

class OwnTables {
  all = $state.raw<Remembered[]>(tables())
  /** Where it is my turn. */
  waiting = $derived(this.all.filter(waitsForMe))
  loaded = $state(false) // the server has said how they stand, or cannot say it
  #asking = false

  constructor() {
    whenTablesChange(() => (this.all = tables()))
  }

  /** Reads what is remembered, and asks how it stands. */
  refresh = async (): Promise<void> => {
    this.all = tables()
    const open = this.all.filter((table) => !table.gone && !finished(table))
    if (open.length === 0) this.loaded = true
    if (this.#asking || open.length === 0 || document.visibilityState !== 'visible') return
    this.#asking = true
    try {
      const held = open.map(({ id, keys }) => ({ id, keys }))
      for (let first = 0; first < held.length; first += MOST_ASKED)
        keepStandings(await ownTableStates({ tables: held.slice(first, first + MOST_ASKED) }))
    } catch {
      // Keep what was known; other parts of the page say that there is no connection.
    } finally {
      this.loaded = true
      this.#asking = false
    }
  }

  remove(id: string): void {
    forget(id)
    forgetLastView(id)
  }

  /** Undoes `remove`. */
  restore(table: Remembered): void {
    putBack(table)
  }

  /** Has the parlour in this browser remove the tables that have left the list. They cannot be put back any more. */
  async clear(): Promise<void> {
    if (parlour.home?.away) return
    try {
      for (const id of dropped()) {
        await removeTable(id)
        noLongerDropped(id)
      }
    } catch {
      // the next page tries it again
    }
  }

  /** Refreshes now and then, until what it returns is called. */
  watch(): () => void {
    void this.refresh()
    // a tab that has given its parlour to another one does not take it back unasked: two would take turns for ever
    const timer = setInterval(() => parlour.home?.here !== false && this.refresh(), TABLES_INTERVAL)
    return () => clearInterval(timer)
  }
}

export const ownTables = new OwnTables()

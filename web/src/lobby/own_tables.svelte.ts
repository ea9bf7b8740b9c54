/**
 * This browser's own tables and how they stand. The server is asked for all of them at once, now and then, while the page
 * is in sight; of what is over or gone it is not asked again.
 */
import { forget, recover, settle, tables, type Remembered } from '../browser/saved_tables'
import { yours } from '../net/api'
import { finished, waitsForMe } from './own_table_text'

const TABLES_INTERVAL = 15_000 // ms

class OwnTables {
  known = $state.raw<Remembered[]>(tables())
  /** Where a move of mine is waited for. */
  waiting = $derived(this.known.filter(waitsForMe))
  looked = $state(false) // the server has said how they stand, or cannot say it
  #asking = false

  /** Reads what is remembered, and asks how it stands. */
  look = async (): Promise<void> => {
    this.known = tables()
    const open = this.known.filter((table) => !table.gone && !finished(table))
    if (open.length === 0) this.looked = true
    if (this.#asking || open.length === 0 || document.visibilityState !== 'visible') return
    this.#asking = true
    try {
      const found = await yours(open.map(({ id, keys }) => ({ id, keys })))
      settle(found)
      this.known = tables()
    } catch {
      // What was known stays; the page says elsewhere that the line is down.
    } finally {
      this.looked = true
      this.#asking = false
    }
  }

  drop(id: string): void {
    forget(id)
    this.known = tables()
  }

  /** Undoes that. */
  keep(table: Remembered): void {
    recover(table)
    this.known = tables()
  }

  /** Looks again and again; ends with what it returns. */
  watch(): () => void {
    void this.look()
    const timer = setInterval(this.look, TABLES_INTERVAL)
    return () => clearInterval(timer)
  }
}

export const ownTables = new OwnTables()

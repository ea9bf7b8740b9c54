/**
 * This browser's own tables and how they stand. The server is asked for all of them at once, now and then, while the page
 * is in sight; of what is over it is not asked again.
 */
import { forget, settle, tables, type Remembered } from './memory'
import { yours } from './server'
import { myTurn, over } from './yours'

const PAUSE = 15_000 // ms

class Mine {
  known = $state.raw<Remembered[]>(tables())
  /** Where a move of mine is waited for. */
  waiting = $derived(this.known.filter(({ standing }) => standing && myTurn(standing)))
  #asking = false

  /** Reads what is remembered, and asks how it stands. */
  look = async (): Promise<void> => {
    this.known = tables()
    const open = this.known.filter(({ standing }) => !standing || !over(standing))
    if (this.#asking || open.length === 0 || document.visibilityState !== 'visible') return
    this.#asking = true
    try {
      const found = await yours(open.map(({ id, keys }) => ({ id, keys })))
      settle(found)
      this.known = tables()
    } catch {
      // What was known stays; the page says elsewhere that the line is down.
    } finally {
      this.#asking = false
    }
  }

  drop(id: string): void {
    forget(id)
    this.known = tables()
  }

  /** Looks again and again; ends with what it returns. */
  watch(): () => void {
    void this.look()
    const timer = setInterval(this.look, PAUSE)
    return () => clearInterval(timer)
  }
}

export const mine = new Mine()

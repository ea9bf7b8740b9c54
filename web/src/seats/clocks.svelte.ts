/** The clocks of a table, counted on here from what the server said last. */
import type { Server, TimesCard } from '../protocol'
import type { Clocks } from '../state'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
export const LOW_TIME = 20 * SECOND // left: from here on tenths count, and the clock stands out
const WARNINGS = [30 * SECOND, 10 * SECOND] // left, at which it is announced

export class TableClocks implements Clocks {
  times = $state.raw<TimesCard | null>(null)
  #heard = 0 // when `times` came, performance.now()
  #now = $state(0)

  heard(message: Server): void {
    if (message.type === 'moved') this.set(message.times)
    else if (message.type === 'welcome' || message.type === 'tabled') this.set(message.table.times)
  }

  set(times: TimesCard | null): void {
    this.times = times
    this.#heard = this.#now = performance.now()
  }

  tick(): void {
    this.#now = performance.now()
  }

  /** ms that a seat has left. */
  left(seat: number): number {
    const { times } = this
    if (!times) return 0
    const used = times.running === seat ? Math.max(0, this.#now - this.#heard - times.pause) : 0
    return Math.max(0, (times.left[seat] ?? 0) - used)
  }
}

/** "3d 4h", "1:05:09", "4:59", "9.3". */
export function clockText(left: number): string {
  if (left >= DAY) return `${Math.floor(left / DAY)}d ${Math.floor((left % DAY) / HOUR)}h`
  if (left < LOW_TIME / 2) return (Math.floor(left / 100) / 10).toFixed(1)
  const seconds = Math.ceil(left / SECOND)
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const end = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(rest).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${end}` : end
}

/** What is announced when the time left has fallen from `before` to `left`; "" for nothing. */
export function warning(before: number, left: number): string {
  const passed = WARNINGS.find((mark) => left <= mark && mark < before)
  return passed === undefined ? '' : `${passed / SECOND} seconds left.`
}

/** ms until the face of a clock changes. */
export function refreshInterval(left: number): number {
  if (left < LOW_TIME) return 100
  return left < DAY ? SECOND / 4 : MINUTE
}

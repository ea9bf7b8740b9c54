/**
 * Whether the puzzles of a day were fixed before it; the same as puzzles/daily.py. The value of a day is the SHA-256 of
 * that of the next day. So whoever has kept the value of one day can check those of all later days.
 */
import { HERE, read, write } from '../browser/storage'
import { plural } from '../text/english'
import { bytesOf, canHash, hex, sha256 } from '../fairness/provably_fair'

const VALUE_KEY = `rookery.day${HERE}`
const DAY_MS = 86_400_000
const MAX_DAYS_AWAY = 4000

export interface DayValue {
  day: number // since 1970
  value: string // hexadecimal
}

/** Whether the earlier value promised the later one. */
export async function promised(earlier: DayValue, later: DayValue): Promise<boolean> {
  let value = bytesOf(later.value)
  for (let day = later.day; day > earlier.day; day -= 1) value = await sha256(value)
  return hex(value) === earlier.value
}

/** The day whose value this browser has kept and that promised this one; null: it has kept none, or cannot tell.
 *  Rejects with a sentence if the promise was broken. */
export async function keptPromise(today: DayValue): Promise<number | null> {
  const first = read<Partial<DayValue> | null>(VALUE_KEY, null)
  if (!canHash() || !Number.isInteger(first?.day) || typeof first?.value !== 'string') {
    write(VALUE_KEY, today)
    return null
  }
  const kept = first as DayValue
  // the server's clock may have been wrong, and the later one was kept
  const [earlier, later] = kept.day > today.day ? [today, kept] : [kept, today]
  if (later.day - earlier.day > MAX_DAYS_AWAY) return null
  if (await promised(earlier, later)) return kept.day < today.day ? kept.day : null
  write(VALUE_KEY, today) // this is said once
  throw new Error(
    'Today’s number is not the one that was promised. This server has begun anew, or somebody has chosen what is played.',
  )
}

/** When a day begins, which is at another time of day almost everywhere: "in 5 hours". `left`: ms until then. */
export function untilText(left: number): string {
  const minutes = Math.ceil(left / 60_000)
  if (minutes <= 1) return 'in a minute'
  return minutes < 60 ? `in ${plural(minutes, 'minute')}` : `in ${plural(Math.round(minutes / 60), 'hour')}`
}

/** A day as people write it. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
}

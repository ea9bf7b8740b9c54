/** What a browser can check of a day when it is over; the same as days/gathering.py and days/opened_day.py. */
import { bytesOf, hex, sha256 } from '../fairness/provably_fair'
import type { OpenedDay } from '../protocol'
import type { AddedWord } from './visitor'

/** Whether the day's value, published when it began, promised the next one, from which the draws follow. */
export async function promisedNext({ value, next_value: next }: OpenedDay): Promise<boolean> {
  return hex(await sha256(bytesOf(next))) === value
}

/** Whether a word stands where its receipt says, and no word before it was changed. */
export async function standsFirm({ day, words }: Pick<OpenedDay, 'day' | 'words'>, added: AddedWord): Promise<boolean> {
  if (added.day !== day || words[added.number - 1] !== added.word) return false
  let head = ''
  for (const word of words.slice(0, added.number)) {
    head = hex(await sha256(new TextEncoder().encode(`${head},${word}`)))
  }
  return head === added.head
}

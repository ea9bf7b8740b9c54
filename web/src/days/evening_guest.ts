/** What this browser keeps of an evening: the promise as it saw it first, and its word with the receipt. */
import { read, write } from '../browser/storage'
import { bytesOf, clientSeed, hex, sha256 } from '../fairness/provably_fair'
import { joinEvening } from '../net/api'
import type { EveningCard, OpenedEvening, Receipt } from '../protocol'
import { standsFirm } from './opened_checks'
import { ownName } from './visitor'

const GUEST_KEY = 'rookery.guest'

interface Kept {
  promise: string // the commitment
  word: string
  receipt: Receipt | null
}

/** What this browser calls its person at evenings. It does not change when the person gets a name tag. */
export const guest = () => ownName(GUEST_KEY)

/** Whether this browser will know the person again when the page is opened anew. */
export const remembersGuest = () => read<unknown>(GUEST_KEY, null) !== null

const keyOf = (id: string) => `rookery.evening.${id}`

/** Keeps the promise of an evening that is not over. */
export function noteEvening(card: EveningCard): void {
  if (!card.over) kept(card)
}

const found = (id: string) => read<Kept | null>(keyOf(id), null)

function kept(card: EveningCard): Kept {
  const known = found(card.id)
  if (known) return known
  const fresh = { promise: card.commitment, word: clientSeed(), receipt: null }
  write(keyOf(card.id), fresh)
  return fresh
}

/** Takes a place. The word is kept before it is sent, so that one that was lost is sent again. */
export async function takePlace(card: EveningCard, name: string): Promise<void> {
  const known = kept(card)
  const receipt = await joinEvening(card.id, { who: guest(), name, word: known.word })
  write(keyOf(card.id), { ...known, receipt })
}

/** What this browser can check of an evening that is over, as sentences. */
export async function eveningChecks(
  card: EveningCard,
  opened: OpenedEvening,
): Promise<{ right: boolean; words: string }[]> {
  const known = found(card.id)
  if (!known) return [{ right: false, words: 'This browser did not see the promise before, so it cannot check it.' }]
  const { promise, word, receipt } = known
  const right = hex(await sha256(bytesOf(opened.secret))) === promise
  const secret = { right, words: right ? 'The secret is the promised one.' : 'The secret is not the promised one.' }
  if (!receipt) return [secret]
  const firm = await standsFirm({ day: 0, words: opened.words }, { ...receipt, word })
  const place = `number ${receipt.number} of ${opened.words.length}`
  const words = firm ? `Your word is ${place}, and none before it was changed.` : 'Your word was changed or left out.'
  return [secret, { right: firm, words }]
}

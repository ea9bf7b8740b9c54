/** Keeps the promise and the words as this browser saw them first, and reports every later contradiction. */
import type { Pledge, TableCard } from '../protocol'
import type { Seen, Witness } from '../state'
import { canonical, canHash, commitment, clientSeed } from './provably_fair'
import { remember } from '../browser/saved_tables'
import { read, remove, storedKeys, write } from '../browser/storage'
import { displayName } from '../text/seat_text'

const SEEN_PREFIX = 'rookery.seen.' // and the table's id: the list of tables forgets a table sooner
const MAX_SEEN = 200 // some 1 KB each

/** As browsers keep it: the commitment is the promise there, and client seeds are words. */
type KeptSeen = Omit<Seen, 'commitment' | 'clientSeeds'> & { promise: Seen['commitment']; words: Seen['clientSeeds'] }

export class PledgeWitness implements Witness {
  doubts = $state.raw<string[]>([]) // all differences found so far, as sentences
  seen = $state.raw<Seen | null>(null)

  constructor(
    readonly id: string,
    readonly keys: readonly string[],
    seen: Seen | null,
  ) {
    this.seen = seen
    if (seen) void this.#hash(seen)
  }

  /** Whether a client seed of this browser may still count, as far as its last look shows, which may be long ago. */
  get mayAddSeed(): boolean {
    return this.seen?.clientSeeds.includes(null) ?? true
  }

  /** Compares a card with earlier cards, and keeps new facts. */
  compare(card: TableCard): void {
    const before = this.seen
    const { seen, doubts } = observe(before ?? firstSight(card), card)
    this.seen = seen
    this.doubt(doubts)
    if (!before) void this.#hash(seen)
    const { slug, name } = card.game
    if (JSON.stringify(seen) === JSON.stringify(before)) return
    remember({ id: this.id, slug, name }) // without keys: they may be wrong
    rememberSeen(this.id, seen)
  }

  /** The client seed was sent with the keys. The free seat that they open must get it, even if a card differs. */
  seedSent(): void {
    if (!this.seen || this.keys.length === 0) return
    const free = this.seen.clientSeeds.flatMap((said, seat) => (said === null ? [seat] : []))
    const sent = [...new Set([...(this.seen.sent ?? []), ...free])]
    if (sent.length === this.seen.sent?.length) return
    this.seen = { ...this.seen, sent }
    rememberSeen(this.id, this.seen)
  }

  doubt(words: readonly string[]): void {
    const fresh = words.filter((text) => !this.doubts.includes(text))
    if (fresh.length > 0) this.doubts = [...this.doubts, ...fresh]
  }

  async #hash({ commitment: told, pledge }: Seen): Promise<void> {
    if (pledge && canHash() && (await commitment(pledge)) !== told)
      this.doubt(['The facts that the house says it promised do not match its promise.'])
  }
}

export function firstSight({ luck, seats }: TableCard): Seen {
  const nobody = seats.map(() => null)
  return {
    commitment: luck?.commitment ?? '',
    pledge: luck?.pledge ?? null,
    origin: luck?.origin ?? '',
    clientSeeds: nobody,
    own: nobody,
    next: clientSeed(),
  }
}

/** What this browser knows after a card, and the contradictions in the card, as sentences. */
export function observe(before: Seen, card: TableCard): { seen: Seen; doubts: string[] } {
  const seen = merged(before, card)
  return { seen, doubts: doubtsOf(seen, card) }
}

/** What this browser knows after a card. Earlier knowledge does not change. */
function merged(before: Seen, card: TableCard): Seen {
  const { seats, luck } = card
  const clientSeeds = [...before.clientSeeds]
  const own = [...before.own]
  const fresh = seats.filter((seat) => (seat.came || card.begun) && (clientSeeds[seat.index] ?? null) === null)
  // in a contest, the words were gathered before it, and none was sent from here
  const mine = seats.filter(
    (seat) =>
      seat.yours &&
      !card.contest &&
      (fresh.includes(seat) || (own[seat.index] === null && before.sent?.includes(seat.index))),
  )
  for (const seat of fresh) clientSeeds[seat.index] = seat.came ? (luck?.client_seeds[seat.index] ?? '') : '' // too late for a seed
  for (const seat of mine) clientSeeds[seat.index] = own[seat.index] = seat === mine[0] ? before.next : ''
  if (mine.length === 0) return { ...before, clientSeeds, own }
  return { ...before, clientSeeds, own, next: clientSeed(), sent: [] }
}

/** The contradictions between a card and earlier knowledge. */
function doubtsOf(seen: Seen, card: TableCard): string[] {
  const { seats, luck } = card
  const other = 'The promise is not the one that this browser saw first.'
  if (!luck || !seen.pledge) return luck || seen.pledge ? [other] : []

  const doubts = [...differences(seen.pledge, luck.pledge)]
  if (luck.commitment !== seen.commitment) doubts.push(other)
  if (luck.origin !== seen.origin) doubts.push('The house now says that this game continues a different one.')
  if (!about(seen.pledge, card)) doubts.push('The promise was made for another game, other players or other options.')
  for (const seat of seats) {
    if (seat.kind === 'bot' && luck.client_seeds[seat.index])
      doubts.push(
        `Bots add no words, but the house shows a word of ${displayName(seat)}: it could choose that word itself.`,
      )
    const known = seen.clientSeeds[seat.index] ?? null
    if (known === null || known === luck.client_seeds[seat.index]) continue
    doubts.push(otherWord(displayName(seat), Boolean(seen.own[seat.index]), luck.client_seeds[seat.index]))
  }
  return doubts
}

/** Explains why a seat's client seed may differ from the known one. */
function otherWord(name: string, own: boolean, told: string | undefined): string {
  if (!own) return `The word of ${name} is not the one that this browser saw first.`
  if (!told)
    return `The word that this browser sent for ${name} does not count. Unless the game began at that very moment, the house left it out.`
  return `The word of ${name} is not the one that this browser sent. Unless you opened your link in two browsers at once, the house changed it.`
}

function* differences(seen: Pledge, told: Pledge): Generator<string> {
  if (told.tickets !== seen.tickets) yield 'The house promised draws for a game of another length.'
  if (told.since !== seen.since) yield 'The number of moves taken from another game is not as promised.'
  const rest = (pledge: Pledge) => canonical({ ...pledge, tickets: 0, since: 0 })
  if (rest(told) !== rest(seen)) yield 'The house now says that it promised something else.'
}

function about(pledge: Pledge, { game, players, options, seats }: TableCard): boolean {
  const same = (one: object, other: object) =>
    JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
  const bots = seats.filter((seat) => seat.kind === 'bot').map((seat) => seat.index)
  if (JSON.stringify(pledge.bots) !== JSON.stringify(bots)) return false
  return (
    pledge.game === game.slug && pledge.players === players && seats.length === players && same(pledge.options, options)
  )
}

/** The promise and the words of a table as first seen, even if the list of tables has forgotten that table. */
export function recallSeen(id: string): Seen | null {
  const kept = read<{ seen: KeptSeen } | null>(SEEN_PREFIX + id, null)?.seen
  if (!kept) return null
  const { promise: commitment, words: clientSeeds, ...rest } = kept
  return { commitment, clientSeeds, ...rest }
}

export function rememberSeen(id: string, seen: Seen): void {
  const fresh = read(SEEN_PREFIX + id, null) === null
  const { commitment: promise, clientSeeds: words, ...rest } = seen
  write(SEEN_PREFIX + id, { seen: { promise, words, ...rest } satisfies KeptSeen, when: Date.now() })
  if (!fresh) return
  const keys = storedKeys().filter((key) => key.startsWith(SEEN_PREFIX))
  if (keys.length <= MAX_SEEN) return
  const when = new Map(keys.map((key) => [key, read<{ when: number } | null>(key, null)?.when ?? 0]))
  const oldest = keys.sort((a, b) => when.get(a)! - when.get(b)!)
  for (const key of oldest.slice(0, keys.length - MAX_SEEN)) remove(key)
}

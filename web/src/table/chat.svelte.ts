/** The chat of this page: players hear players, spectators hear spectators. */
import type { SeatCard, ChatLine } from '../protocol'
import type { Chat, Table } from '../state'
import { mutes } from '../tags/mutes.svelte'
import { displayName } from '../text/seat_text'

const isHeard = ({ seat }: ChatLine) => seat === null || !mutes.seats.includes(seat)
const identity = ({ at, text }: ChatLine) => `${at} ${text}` // a line may arrive more than once

export class ChatLog implements Chat {
  #all = $state.raw<ChatLine[]>([])
  #missed = $state.raw<ChatLine[]>([])
  lines = $derived(this.#all.filter(isHeard))
  unread = $derived(this.#missed.filter(isHeard))
  open = $state(false)
  draft = $state('')

  #sent: string[] = [] // texts that this page has sent, and has not heard yet
  #doubtful: string[] = [] // those that were sent before the connection broke
  readonly #own = new Set<string>() // its lines that it has heard, by `identity`: spectators cannot be told apart
  #unsaid: ChatLine[] = [] // lines heard while the player writes: announced afterwards

  constructor(readonly table: Table) {}

  /** Everything that was said so far. */
  welcomed(lines: ChatLine[]): void {
    const newest = this.#all.at(-1)?.at ?? 0
    const fresh = lines.filter((line) => line.at > newest)
    fresh.forEach((line) => this.#claim(line))
    const missed = fresh.filter((line) => !this.isMine(line))
    if (this.#all.length > 0 && !this.open) this.#missed = [...this.#missed, ...missed] // the page was disconnected meanwhile
    this.#all = lines
    this.#unsent()
  }

  heard(line: ChatLine): void {
    this.#claim(line)
    this.#all = [...this.#all, line]
    if (this.isMine(line) || !isHeard(line)) return
    if (!this.open) this.#missed = [...this.#missed, line]
    this.#unsaid.push(line)
    if (!this.open || this.draft === '') this.#speak()
  }

  write(draft: string): void {
    this.draft = draft
    if (draft === '') this.#speak()
  }

  send(): boolean {
    const text = this.draft.trim().replace(/\s+/g, ' ')
    if (text === '' || !this.say(text)) return false
    this.write('')
    return true
  }

  say(text: string): boolean {
    if (!this.table.send({ type: 'say', text })) return false
    this.#sent.push(text)
    return true
  }

  show(open: boolean): void {
    this.open = open
    if (open) this.#missed = []
  }

  who(line: ChatLine): SeatCard | undefined {
    return this.table.card?.seats[line.seat ?? -1]
  }

  name(line: ChatLine): string {
    const seat = this.who(line)
    if (line.seat === null) return this.isMine(line) ? 'You' : 'Spectator'
    return seat ? displayName(seat) : ''
  }

  isMine(line: ChatLine): boolean {
    return line.seat === null ? this.#own.has(identity(line)) : (this.who(line)?.yours ?? false)
  }

  disconnected(): void {
    this.#doubtful.push(...this.#sent.splice(0))
  }

  /** Takes a line for this page's own, once for each time that it was sent. */
  #claim(line: ChatLine): void {
    if (line.seat !== null && !this.isMine(line)) return
    const texts = this.#doubtful.includes(line.text) ? this.#doubtful : this.#sent
    const at = texts.indexOf(line.text)
    if (at < 0) return
    texts.splice(at, 1)
    this.#own.add(identity(line))
  }

  /** What was said before a connection died, and did not arrive. Whoever said it decides whether to say it again. */
  #unsent(): void {
    const lost = this.#doubtful.splice(0)
    if (lost.length === 0) return
    const text = lost.join(' ')
    if (this.draft === '') this.draft = text
    this.table.tell(`The others did not get your message: ${text}`, true)
  }

  #speak(): void {
    if (this.#unsaid.length === 0) return
    this.table.say(this.#unsaid.map((line) => `${this.name(line)} said: ${line.text}`).join(' '))
    this.#unsaid = []
  }
}

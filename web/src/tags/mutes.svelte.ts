/** Whom the person here has muted or blocked: kept with the name tag, so it needs one. */
import type { MuteCard, MuteSeat, SeatAsked, TableAsked } from '../protocol'
import { ownTag } from './own_tag.svelte'

class Mutes {
  /** All of them; null: not asked yet. */
  cards = $state.raw<readonly MuteCard[] | null>(null)
  /** Seats of the table that is shown whose people are muted. */
  seats = $state.raw<readonly number[]>([])
  #table = '' // that is shown

  async load(): Promise<void> {
    this.cards = await ownTag.as<MuteCard[]>('/mutes', {}, none)
  }

  /** Asks where muted people sit; '': at no table. */
  async at(table: string): Promise<void> {
    this.#table = table
    this.seats = []
    if (table === '') return
    const seats = await ownTag.as<number[]>('/muted', { table } satisfies TableAsked, none).catch(none)
    if (table === this.#table) this.seats = seats
  }

  async mute(asked: MuteSeat): Promise<void> {
    this.cards = await ownTag.as<MuteCard[]>('/mute', asked, none)
    this.seats = [...this.seats, asked.seat]
  }

  async undo({ table, seat }: MuteCard): Promise<void> {
    this.cards = await ownTag.as<MuteCard[]>('/unmute', { table, seat } satisfies SeatAsked, none)
  }
}

const none = () => Promise.resolve([])

export const mutes = new Mutes()

/** Stepping through the game: the earlier position on show, and how to get it. */
import type { Entry } from '../protocol'
import type { ShownMoment, Table } from '../state'

const RETRY_DELAY = 1500 // ms

export class Browsing {
  ply = $state<number | null>(null) // null: the newest position is on show
  readonly #known = new Map<number, ShownMoment>() // by ply: each is asked for once

  constructor(readonly table: Table) {}

  /** Shows the position after `ply` plies; the newest one ends browsing. */
  to(ply: number): void {
    const { newest, playback, handOverTo } = this.table
    if (!newest || handOverTo !== null) return
    const wanted = Math.min(Math.max(0, ply), newest.ply)
    playback.clear()
    if (wanted === newest.ply) {
      this.ply = null
      if (this.table.shown !== newest) this.present(newest)
      return
    }
    this.ply = wanted
    const known = this.#known.get(wanted)
    if (known) this.present(known)
    else this.table.send({ type: 'look', ply: wanted })
  }

  /** The newest position. `fresh`: the moves that led there and were not shown yet. */
  arrived(moment: ShownMoment, fresh: readonly Entry[] = []): void {
    this.#known.set(moment.ply, moment)
    if (this.ply === null) this.present(moment, fresh)
  }

  /** The earlier position that the server was asked for. */
  answered(moment: ShownMoment): void {
    if (moment.takebacks !== this.table.newest?.takebacks) return // of a game that went otherwise
    this.#known.set(moment.ply, moment)
    if (this.ply === moment.ply) this.to(moment.ply)
  }

  /** A refusal may have been the answer: asks again if that position is still on show. */
  retry(): void {
    const { ply } = this
    if (ply === null || this.#known.has(ply)) return
    setTimeout(() => ply === this.ply && this.to(ply), RETRY_DELAY)
  }

  /** Forgets all positions; those after `lost` plies and more no longer exist. */
  forget(lost = Infinity): void {
    this.#known.clear()
    if (this.ply !== null && this.ply >= lost) this.ply = null
  }

  present(moment: ShownMoment, fresh: readonly Entry[] = []): void {
    const { mine, card, moves, playback } = this.table
    const others = fresh.some(({ seat }) => seat !== null && (!mine.includes(seat) || card?.seats[seat]?.level !== ''))
    const origin = moves.findLast(({ seat, ply }) => seat !== null && ply <= moment.ply)?.spots[0]
    const news = others || fresh.every(({ seat }) => seat === null) ? 'others' : 'own'
    playback.add({ moment, others, origin, news: fresh.length > 0 ? news : undefined })
  }
}

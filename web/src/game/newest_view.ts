/** The newest position that a server has sent, as bytes, and what follows from it with each change. */
import type { Changed, Entry, Moment, Moved } from '../protocol'
import { fromBase64, rebuilt, toBase64 } from './view_runs'

export class NewestView {
  #known: { ply: number; takebacks: number; bytes: Uint8Array } | null = null

  get bytes(): Uint8Array | undefined {
    return this.#known?.bytes
  }

  /** In base64; '' if there is none. */
  get view(): string {
    return this.#known ? toBase64(this.#known.bytes) : ''
  }

  /** Nothing of what came before counts. */
  restart(moment: Moment): void {
    const { ply, takebacks, view } = moment
    this.#known = view === '' ? null : { ply, takebacks, bytes: fromBase64(view) }
  }

  /** Returns whether there was anything to forget: if not, the whole has been asked for already. */
  forget(): boolean {
    const known = this.#known !== null
    this.#known = null
    return known
  }

  /** The message as the server would have sent it as a whole; null if this page had another position before it. */
  whole(message: Changed): Moved | null {
    const before = this.#known
    const { ply, takebacks = 0, times = null } = message
    if (!before || before.ply !== ply - message.moves.length || before.takebacks !== takebacks) return null
    const bytes = rebuilt(before.bytes, fromBase64(message.runs))
    if (!bytes) return null
    this.#known = { ply, takebacks, bytes }
    const moves = message.moves.map(([seat, text, words, remark, spots], i): Entry => {
      return { ply: before.ply + 1 + i, seat, text, words, remark, spots }
    })
    const { mover = null, over = false, winners = [], reason = '', seen_by = null } = message
    const told = { ply, takebacks, mover, over, winners, reason, seen_by }
    return { type: 'moved', moves, moment: { ...told, given_up: false, words: '', view: '', scene: null }, times }
  }
}

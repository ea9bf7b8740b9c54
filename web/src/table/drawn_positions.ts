/** Positions as the page draws them, from what the server sends: views, or what is different in them. */
import type { Changed, Entry, Moment, Moved, TableCard, Welcome } from '../protocol'
import type { ShownMoment } from '../state'
import type { GameCode } from '../game/game'
import type { GameSounds } from '../sound/sounds.svelte'
import { fromBase64, rebuilt, toBase64 } from '../game/view_runs'

type Game = typeof import('../game/game')

export class DrawnPositions {
  #game: Game | null = null
  #code: GameCode | null = null
  #name = '' // of the code
  #newest: { ply: number; takebacks: number; bytes: Uint8Array } | null = null

  /** Whether a message can be handled at once: the code with which it is drawn is here. */
  has(message: Welcome): boolean {
    return message.moment.view === '' || message.table.code === this.#name
  }

  /** Gets that code. Rejects if it does not come, or does not fit this page. */
  async load(message: Welcome, address: (name: string) => string): Promise<void> {
    this.#game = await import('../game/game')
    this.#code = await this.#game.gameCode(address(message.table.code))
    this.#name = message.table.code
  }

  /** What the game sounds like. */
  get sounds(): GameSounds {
    return (this.#code?.sounds ?? []) as GameSounds
  }

  /** Nothing of what came before counts. */
  restart(moment: Moment): void {
    const { ply, takebacks, view } = moment
    this.#newest = view === '' ? null : { ply, takebacks, bytes: fromBase64(view) }
  }

  /** Returns whether there was anything to forget: if not, the whole has been asked for already. */
  forget(): boolean {
    const known = this.#newest !== null
    this.#newest = null
    return known
  }

  /** What the newest position is drawn from; null if there is none. */
  get newest(): { code: string; view: string } | null {
    return this.#newest && { code: this.#name, view: toBase64(this.#newest.bytes) }
  }

  /** The message as the server would have sent it as a whole; null if this page had another position before it. */
  whole(message: Changed): Moved | null {
    const before = this.#newest
    const { ply, takebacks = 0, times = null } = message
    if (!before || before.ply !== ply - message.moves.length || before.takebacks !== takebacks) return null
    const bytes = rebuilt(before.bytes, fromBase64(message.runs))
    if (!bytes) return null
    this.#newest = { ply, takebacks, bytes }
    const moves = message.moves.map(([seat, text, words, remark, spots], i): Entry => {
      return { ply: before.ply + 1 + i, seat, text, words, remark, spots }
    })
    const { mover = null, over = false, winners = [], reason = '', seen_by = null } = message
    const told = { ply, takebacks, mover, over, winners, reason, seen_by }
    return { type: 'moved', moves, moment: { ...told, given_up: false, words: '', view: '', scene: null }, times }
  }

  /** A position with its picture. `decides`: whether one of the page's seats decides in it, now. */
  shown(moment: Moment, card: TableCard | null, mine: readonly number[], decides: boolean): ShownMoment {
    if (moment.scene) return { ...moment, scene: moment.scene }
    const bytes = moment.view === '' ? this.#newest?.bytes : fromBase64(moment.view)
    const [game, code] = [this.#game, this.#code]
    if (!bytes || !game || !code || !card) throw new Error('There is no picture of this position.')
    const view = game.GameView.read(code, bytes, moment.seen_by ?? game.SPECTATOR, card.players)
    const board = game.boardOf(view, mine[0] ?? 0, decides && moment.words === '')
    if (moment.words !== '') board.scene.caption = moment.words
    return { ...moment, ...board }
  }
}

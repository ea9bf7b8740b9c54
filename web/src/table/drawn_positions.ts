/** Positions as the page draws them, from what the server sends: views, or what is different in them. */
import type { Changed, Moment, Moved, TableCard, Welcome } from '../protocol'
import type { ShownMoment } from '../state'
import type { GameCode } from '../game/game'
import type { GameSounds } from '../sound/sounds.svelte'
import { NewestView } from '../game/newest_view'
import { fromBase64 } from '../game/view_runs'

type Game = typeof import('../game/game')

export class DrawnPositions {
  #game: Game | null = null
  #code: GameCode | null = null
  #name = '' // of the code
  readonly #newest = new NewestView()

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

  restart(moment: Moment): void {
    this.#newest.restart(moment)
  }

  /** See NewestView. */
  forget(): boolean {
    return this.#newest.forget()
  }

  /** What the newest position is drawn from; null if there is none. */
  get newest(): { code: string; view: string } | null {
    const { view } = this.#newest
    return view === '' ? null : { code: this.#name, view }
  }

  /** See NewestView. */
  whole(message: Changed): Moved | null {
    return this.#newest.whole(message)
  }

  /** A position with its picture. `decides`: whether one of the page's seats decides in it, now. */
  shown(moment: Moment, card: TableCard | null, mine: readonly number[], decides: boolean): ShownMoment {
    if (moment.scene) return { ...moment, scene: moment.scene }
    const bytes = moment.view === '' ? this.#newest.bytes : fromBase64(moment.view)
    const [game, code] = [this.#game, this.#code]
    if (!bytes || !game || !code || !card) throw new Error('There is no picture of this position.')
    const view = game.GameView.read(code, bytes, moment.seen_by ?? game.SPECTATOR, card.players)
    const board = game.boardOf(view, mine[0] ?? 0, decides && moment.words === '')
    if (moment.words !== '') board.scene.caption = moment.words
    return { ...moment, ...board }
  }
}

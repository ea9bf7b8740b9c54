/** A board on which any position of a game can be looked at, and moves tried. */
import { StillTable } from '../board/still_table.svelte'
import type { Positions } from '../painting/painter'
import type { BoardDraw } from '../painting/study_board'
import { firstBoard } from '../net/api'
import type { BoardCard, Entry } from '../protocol'

const REMEMBERED = 12 // actions before a position that is gone to directly: the last move is among them, and draws
const SHOWN_ONE_BY_ONE = 24 // actions at most

export interface StudiedGame {
  slug: string
  players: number
  options: Record<string, string>
}

export class StudyTable extends StillTable {
  board = $state.raw<BoardCard | null>(null) // null: no position is on show yet
  actions = $state.raw<readonly number[]>([]) // that lead to the position
  entries = $state.raw<readonly Entry[]>([]) // the words of those that were shown one by one, or of the last of them
  draws = $state.raw<readonly BoardDraw[]>([]) // what chance can bring there
  playable = $state(false) // the person is to find a move here
  onMove: (action: number) => void = () => {} // hears of the move that the person makes
  own = (): null => null

  gameName = $derived(this.board?.name ?? '')
  styles: readonly string[] = $derived(this.board?.styles ?? [])
  live = $derived(this.playable && this.quiet && this.sent === null)
  #studied: Promise<Positions> | null = null
  #gone = 0 // how often it went to a position

  /** `from`: a game from its start, or the position with which it begins; `eyes`: the seat whose view is shown; null:
   *  that of the seat that decides. */
  constructor(
    readonly slug: string,
    readonly from: StudiedGame | BoardCard,
    readonly eyes: number | null = null,
  ) {
    super()
  }

  /** The positions of this game. Rejects with a sentence; then one may ask again. */
  positions(): Promise<Positions> {
    this.#studied ??= this.#open().catch((error: unknown) => {
      this.#studied = null
      throw error
    })
    return this.#studied
  }

  async #open(): Promise<Positions> {
    const { from } = this
    const card = 'view' in from ? from : await firstBoard(from.slug, { ...from.options, players: from.players })
    return (await this.painter(card)).study(card, this.eyes)
  }

  /** Goes to the position after these actions. Further ones are shown one by one, unless there are more than `most`.
   *  Rejects with a sentence. */
  async go(actions: readonly number[], most = SHOWN_ONE_BY_ONE): Promise<void> {
    const gone = ++this.#gone
    const positions = await this.positions()
    const before = this.board ? this.actions : []
    const follows = this.board !== null && before.every((action, i) => actions[i] === action)
    const onward = follows && actions.length - before.length <= most
    const seen = onward ? before.length : Math.max(0, actions.length - REMEMBERED)
    const [moves, moments, draws] = await Promise.all([
      positions.entries(actions, seen),
      positions.moments(actions, onward ? seen : actions.length),
      positions.draws(actions),
    ])
    if (gone !== this.#gone) return // it goes elsewhere by now
    this.draws = draws
    this.actions = actions
    this.board = positions.card
    this.entries = moves
    this.sent = null
    this.moves = onward ? [...this.moves, ...moves] : moves
    if (!onward) this.playback.clear()
    this.present(moments, onward ? moves : [])
  }

  move(action: number): void {
    if (!this.live || !this.newest) return
    this.sent = { ply: this.newest.ply, action }
    this.onMove(action)
  }
}

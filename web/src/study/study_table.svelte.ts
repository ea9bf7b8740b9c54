/** A board on which any position of a game can be looked at, and moves tried. */
import { StillTable } from '../board/still_table.svelte'
import { boardPreview, boardShown, boardWhy } from '../net/api'
import type { BoardAsked, BoardPreview, BoardShown, BoardWhy } from '../protocol'

const REMEMBERED = 12 // actions before a position that is gone to directly: the last move is among them, and draws

export interface StudiedGame {
  slug: string
  players: number
  options: Record<string, string>
  puzzle?: string // the key of the puzzle with whose position it begins
}

export class StudyTable extends StillTable {
  board = $state.raw<BoardShown | null>(null) // what was said last
  actions = $state.raw<readonly number[]>([]) // that lead to the position
  playable = $state(false) // the person is to find a move here
  onMove: (action: number) => void = () => {}
  own = (): null => null

  gameName = $derived(this.board?.name ?? '')
  styles: readonly string[] = $derived(this.board?.styles ?? [])
  live = $derived(this.playable && this.quiet && this.sent === null)
  #asked = 0 // the last question: an earlier answer comes too late

  constructor(
    readonly studied: StudiedGame,
    readonly eyes: number | null = null, // the seat whose view is shown; null: that of the seat that decides
  ) {
    super()
  }

  /** Goes to the position after these actions. Further ones are shown one by one, unless there are more than `most`.
   *  Rejects with a sentence. */
  async go(actions: readonly number[], most = Infinity): Promise<void> {
    const number = ++this.#asked
    const before = this.board ? this.actions : []
    const follows = this.board !== null && before.every((action, i) => actions[i] === action)
    const onward = follows && actions.length - before.length <= most
    const seen = onward ? before.length : Math.max(0, actions.length - REMEMBERED)
    const board = await boardShown(this.studied.slug, this.#question({ actions: [...actions], seen }))
    if (number !== this.#asked) return
    this.actions = actions
    this.board = board
    this.sent = null
    this.moves = onward ? [...this.moves, ...board.moves] : board.moves
    if (!onward) this.playback.clear()
    this.present(onward ? board.moments : board.moments.slice(-1), onward ? board.moves : [])
  }

  move(action: number): void {
    if (!this.live || !this.newest) return
    this.sent = { ply: this.newest.ply, action }
    this.onMove(action)
  }

  protected preview(action: number): Promise<BoardPreview> {
    return boardPreview(this.studied.slug, { ...this.#question({ actions: [...this.actions] }), action })
  }

  protected why(path: string[], spot: string): Promise<BoardWhy> {
    return boardWhy(this.studied.slug, { ...this.#question({ actions: [...this.actions] }), path, spot })
  }

  #question(more: Pick<BoardAsked, 'actions' | 'seen'>): BoardAsked {
    const { players, options, puzzle } = this.studied
    return { players, options, puzzle, eyes: this.eyes, ...more }
  }
}

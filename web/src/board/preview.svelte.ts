/** Previews: what a choice would change on the board, as the server says it. */
import type { Choice, Scene } from '../protocol'
import type { BoardTable } from '../state'
import { ghosts, type Ghosts } from '../scene/anim'

export class Previews {
  #known = $state.raw<ReadonlyMap<number, Scene>>(new Map()) // of this ply, by action
  #ply = -1

  /** `candidate`: the complete choice at hand. */
  constructor(
    readonly table: BoardTable,
    readonly candidate: () => Choice | null,
  ) {
    table.onPreview = (ply, action, scene) => {
      if (ply === this.#ply) this.#known = new Map(this.#known).set(action, scene)
    }
  }

  /** What the candidate, or the move on its way, would change on the board. */
  ghosts: Ghosts | null = $derived.by(() => {
    const action = this.table.sent?.action ?? this.candidate()?.action
    const scene = this.table.stage.scene
    const then = action === undefined ? undefined : this.#known.get(action)
    if (!then || !scene || this.table.stage.moving || this.table.shown !== this.table.newest) return null
    return this.table.browsing === null ? ghosts(scene, then) : null
  })

  /** What a choice leads to; undefined where the server has not said it yet. */
  of(choice: Choice): Scene | undefined {
    return this.#known.get(choice.action)
  }

  /** Asks for a preview, once. */
  want(choice: Choice): void {
    const takebacks = this.table.newest?.takebacks ?? 0
    if (!this.#known.has(choice.action))
      this.table.send({ type: 'preview', ply: this.#ply, action: choice.action, takebacks })
  }

  reset(): void {
    this.#known = new Map()
    this.#ply = this.table.newest?.ply ?? -1
  }
}

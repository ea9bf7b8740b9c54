/** Previews: what a choice would change on the board. */
import type { Choice, Scene } from '../protocol'
import type { BoardTable } from '../state'
import { ghosts, type Ghosts } from '../scene/anim'

export class Previews {
  #known = $state.raw<ReadonlyMap<number, Scene>>(new Map()) // of this ply, by action

  /** `candidate`: the complete choice at hand. */
  constructor(
    readonly table: BoardTable,
    readonly candidate: () => Choice | null,
  ) {}

  /** What the candidate, or the move on its way, would change on the board. */
  ghosts: Ghosts | null = $derived.by(() => {
    const action = this.table.sent?.action ?? this.candidate()?.action
    const scene = this.table.stage.scene
    const then = action === undefined ? undefined : this.#known.get(action)
    if (!then || !scene || this.table.stage.moving || this.table.shown !== this.table.newest) return null
    return this.table.browsing === null ? ghosts(scene, then) : null
  })

  /** What a choice leads to; undefined where nobody has wanted to see it yet. */
  of(choice: Choice): Scene | undefined {
    return this.#known.get(choice.action)
  }

  want({ action }: Choice): void {
    if (this.#known.has(action)) return
    try {
      const { newest } = this.table
      const then = newest?.preview?.(action)
      if (then instanceof Promise)
        then.then((scene) => newest === this.table.newest && this.#know(action, scene)).catch(unknown)
      else if (then) this.#know(action, then)
    } catch (error) {
      unknown(error)
    }
  }

  #know(action: number, then: Scene): void {
    this.#known = new Map(this.#known).set(action, then)
  }

  reset(): void {
    this.#known = new Map()
  }
}

/** The move can be played without its preview. */
function unknown(error: unknown): void {
  console.error(error)
}

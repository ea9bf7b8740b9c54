/** Drag and drop: the same paths as with clicks. */
import type { Choice, Piece, Scene, Spot } from '../protocol'
import type { BoardTable } from '../state'
import { moved } from '../scene/anim'
import { boxAt, type Point } from '../scene/geometry'
import { click } from '../scene/paths'

export interface Drag {
  ids: string[] // of the pieces that are dragged
  from: Point // where they were taken, in squares
  to: Point // where the pointer is
  before: string[] // the path to return to if they are dropped on nothing
}

/** The selection that dragging is a part of. */
export interface DragHost {
  readonly table: BoardTable
  readonly path: string[]
  readonly choices: Choice[]
  readonly open: Choice[]
  readonly next: ReadonlyMap<string, Choice | null>
  readonly held: { fits: ReadonlyMap<string, Choice | null>; has(id: string): boolean; hover(to: Point): void }
  readonly previews: { of(choice: Choice): Scene | undefined; want(choice: Choice): void }
  pointed: string | null
  point(spot: string | null): void
  press(spot: string, careful: boolean): void
  pick(choice: Choice, careful: boolean): void
  walk(path: string[]): void
}

export class DragAndDrop {
  active = $state.raw<Drag | null>(null)

  constructor(readonly host: DragHost) {}

  /** Whether something lies there that can be dragged. */
  draggable(spot: string): boolean {
    const { held, choices, path } = this.host
    if (held.fits.has(spot)) return false // the held piece goes there
    const step = click(choices, path, spot)
    if (step.kind !== 'step' || step.path.at(-1) !== spot) return false
    return held.has(spot) || this.#top(spot) !== undefined
  }

  take(spot: string, from: Point): boolean {
    const { host } = this
    const step = click(host.choices, host.path, spot)
    const top = host.held.has(spot) ? undefined : this.#top(spot)
    if (!this.draggable(spot) || step.kind !== 'step') return false
    const before = host.path
    host.walk(step.path)
    this.active = { ids: top ? [top.id] : [], from, to: from, before }
    const sample = host.open[0]
    if (top && sample) host.previews.want(sample)
    return true
  }

  carry(to: Point): void {
    if (!this.active) return
    this.active = { ...this.active, to, ids: this.active.ids.length > 0 ? this.#dragged() : [] }
    this.host.held.hover(to)
    this.host.point(boxAt(this.#targets(), to.x, to.y))
  }

  drop(): void {
    const { active: drag, host } = this
    if (!drag) return
    const { pointed } = host
    const spot = pointed !== null && host.next.has(pointed) ? pointed : null
    const choice = spot === null ? null : host.next.get(spot)
    if (choice) {
      const dx = drag.to.x - drag.from.x
      const dy = drag.to.y - drag.from.y
      const pieces = this.#scene?.pieces.filter((piece) => drag.ids.includes(piece.id)) ?? []
      host.table.playback.dropped = new Map(pieces.map((piece) => [piece.id, { x: piece.x + dx, y: piece.y + dy }]))
    }
    this.active = null
    host.pointed = null
    if (choice) host.pick(choice, false)
    else if (spot !== null && host.held.fits.has(spot)) host.press(spot, false)
    else if (spot !== null) host.walk([...host.path, spot])
    else host.walk(drag.before)
  }

  get #scene(): Scene | null {
    return this.host.table.stage.scene
  }

  #targets(): Spot[] {
    return (this.#scene?.spots ?? []).filter((spot) => this.host.next.has(spot.id))
  }

  #top(spot: string): Piece | undefined {
    return this.#scene?.pieces.findLast((piece) => piece.spot === spot)
  }

  /** Which pieces leave the spot. A preview of any open choice says so; until one is made it is the top one. */
  #dragged(): string[] {
    const { open, path, previews } = this.host
    const scene = this.#scene
    const spot = path.at(-1)
    const then = open.map((choice) => previews.of(choice)).find((known) => known !== undefined)
    if (!scene || !then) return this.active?.ids ?? []
    const later = new Map(then.pieces.map((piece) => [piece.id, piece]))
    const leaving = scene.pieces.filter((piece) => piece.spot === spot && moved(piece, later.get(piece.id) ?? piece))
    return leaving.length > 0 ? leaving.map((piece) => piece.id) : (this.active?.ids ?? [])
  }
}

/** Choosing a move: the clicks so far, what the pointer is on, what it would do, and whether to ask first. */
import type { Choice, Scene, Spot } from '../protocol'
import { boxAt } from './geometry'
import { read, write } from './memory'
import { ghosts, moved, type Ghosts } from './motion'
import { click, next, open } from './paths'
import type { Table } from './table.svelte'

const ASK = 'rookery.ask'
const PATIENCE = 45 // ms on a spot before its preview is asked for: a pointer passing by asks nothing

export interface Drag {
  ids: string[] // of the pieces in the hand
  from: { x: number; y: number } // where it was taken, in squares
  to: { x: number; y: number } // where it is
  before: string[] // the path to return to when it is dropped nowhere
}

export class Picking {
  path = $state.raw<string[]>([])
  pointed = $state<string | null>(null) // the spot under the pointer, or focused by keyboard
  named = $state.raw<Choice | null>(null) // pointed at in the list of moves
  asking = $state.raw<Choice | null>(null) // waits for a Confirm
  drag = $state.raw<Drag | null>(null)
  alwaysAsk = $state(read(ASK, false))

  #known = $state.raw<ReadonlyMap<number, Scene>>(new Map()) // previews of this ply, by action
  #ply = -1
  #timer: ReturnType<typeof setTimeout> | undefined

  choices: Choice[] = $derived.by(() => (this.table.live ? (this.table.shown?.scene.choices ?? []) : []))
  open: Choice[] = $derived(open(this.choices, this.path))
  next: Map<string, Choice | null> = $derived(next(this.choices, this.path))

  /** The complete choice at hand: listed, pointed at, or asked about. */
  candidate: Choice | null = $derived.by(() => {
    const pointed = this.pointed === null ? undefined : this.next.get(this.pointed)
    return this.named ?? pointed ?? this.asking
  })

  /** What the candidate, or the move on its way, would change on the board. */
  ghosts: Ghosts | null = $derived.by(() => {
    const action = this.table.sent?.action ?? this.candidate?.action
    const scene = this.table.stage.scene
    const then = action === undefined ? undefined : this.#known.get(action)
    if (!then || !scene || this.table.stage.moving || this.table.shown !== this.table.newest) return null
    return this.table.looking === null ? ghosts(scene, then) : null
  })

  prompt: string = $derived.by(() => {
    const scene = this.table.shown?.scene
    if (!scene || this.choices.length === 0) return ''
    return scene.prompts[Math.min(this.path.length, scene.prompts.length - 1)] ?? ''
  })

  constructor(readonly table: Table) {
    table.onPreview = (ply, action, scene) => {
      if (ply === this.#ply) this.#known = new Map(this.#known).set(action, scene)
    }
  }

  /** A new position: nothing is chosen, no preview is known. */
  reset(): void {
    this.path = []
    this.asking = null
    this.named = null
    this.drag = null
    this.#known = new Map()
    this.#ply = this.table.newest?.ply ?? -1
  }

  setAlwaysAsk(on: boolean): void {
    this.alwaysAsk = on
    write(ASK, on)
  }

  /** A click, tap or key press on a spot. `careful`: a finger, which has seen no preview yet. */
  press(spot: string, careful: boolean): void {
    const step = click(this.choices, this.path, spot)
    if (step.kind === 'step') this.#walk(step.path)
    if (step.kind === 'choice') this.pick(step.choice, careful)
  }

  pick(choice: Choice, careful: boolean): void {
    const sure = this.asking?.action === choice.action || !(careful || this.alwaysAsk)
    if (sure) this.play(choice)
    else {
      this.asking = choice
      this.want(choice)
      this.table.say(`${choice.words}. Press again or Confirm to play it.`)
    }
  }

  play(choice: Choice): void {
    this.want(choice)
    this.asking = null
    this.named = null
    this.table.move(choice.action)
  }

  /** One step back. False when there is nothing to take back. */
  back(): boolean {
    if (this.drag) this.#walk(this.drag.before)
    else if (this.asking) this.asking = null
    else if (this.path.length > 0) this.#walk(this.path.slice(0, -1))
    else return false
    return true
  }

  point(spot: string | null): void {
    if (spot === this.pointed) return
    this.pointed = spot
    clearTimeout(this.#timer)
    const choice = spot === null ? null : this.next.get(spot)
    // By then it may be played: a preview of the past would be refused.
    if (choice) this.#timer = setTimeout(() => this.choices.includes(choice) && this.want(choice), PATIENCE)
  }

  name(choice: Choice | null): void {
    this.named = choice
    if (choice) this.want(choice)
  }

  /** Asks for a preview, once. */
  want(choice: Choice): void {
    if (!this.#known.has(choice.action)) this.table.send({ type: 'preview', ply: this.#ply, action: choice.action })
  }

  // ── Drag and drop: the same paths, by hand ──

  draggable(spot: string): boolean {
    const step = click(this.choices, this.path, spot)
    return step.kind === 'step' && step.path.at(-1) === spot
  }

  take(spot: string, from: { x: number; y: number }): boolean {
    const scene = this.table.stage.scene
    const step = click(this.choices, this.path, spot)
    const top = scene?.pieces.findLast((piece) => piece.spot === spot)
    if (step.kind !== 'step' || step.path.at(-1) !== spot || !top) return false
    const before = this.path
    this.#walk(step.path)
    this.drag = { ids: [top.id], from, to: from, before }
    const sample = this.open[0]
    if (sample) this.want(sample)
    return true
  }

  carry(to: { x: number; y: number }): void {
    if (!this.drag) return
    this.drag = { ...this.drag, to, ids: this.#inHand() }
    const targets = this.targets()
    this.point(boxAt(targets, to.x, to.y))
  }

  drop(): void {
    const { drag, pointed } = this
    if (!drag) return
    const spot = pointed !== null && this.next.has(pointed) ? pointed : null
    const choice = spot === null ? null : this.next.get(spot)
    if (choice) {
      const dx = drag.to.x - drag.from.x
      const dy = drag.to.y - drag.from.y
      const pieces = this.table.stage.scene?.pieces.filter((piece) => drag.ids.includes(piece.id)) ?? []
      this.table.held = new Map(pieces.map((piece) => [piece.id, { x: piece.x + dx, y: piece.y + dy }]))
    }
    this.drag = null
    this.pointed = null
    if (choice) this.pick(choice, false)
    else if (spot !== null) this.#walk([...this.path, spot])
    else this.#walk(drag.before)
  }

  targets(): Spot[] {
    return (this.table.stage.scene?.spots ?? []).filter((spot) => this.next.has(spot.id))
  }

  /** Which pieces leave the spot: a preview of any open choice tells; until one has come, the top one. */
  #inHand(): string[] {
    const scene = this.table.stage.scene
    const spot = this.path.at(-1)
    const then = this.open.map((choice) => this.#known.get(choice.action)).find((known) => known !== undefined)
    if (!scene || !then) return this.drag?.ids ?? []
    const later = new Map(then.pieces.map((piece) => [piece.id, piece]))
    const leaving = scene.pieces.filter((piece) => piece.spot === spot && moved(piece, later.get(piece.id) ?? piece))
    return leaving.length > 0 ? leaving.map((piece) => piece.id) : (this.drag?.ids ?? [])
  }

  #walk(path: string[]): void {
    this.path = path
    this.asking = null
    this.drag = null
    this.table.say(this.prompt)
  }
}

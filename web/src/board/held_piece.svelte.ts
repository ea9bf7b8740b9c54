/** A piece that is held while it is turned, before it is placed: how it lies, and where. */
import type { Choice, Pose, Scene } from '../protocol'
import { nextSpots } from '../scene/paths'
import { boxAt, type Point } from '../scene/geometry'
import { afterChange, heldPoses, misfitReason, placesFor, possibleChanges } from '../scene/poses'
import type { ButtonChange, Change } from '../scene/poses'

export class HeldPiece {
  poseId = $state<string | null>(null) // the pose taken last; it stays from ply to ply
  laid = $state<string | null>(null) // where a finger has laid it down, to be confirmed
  at = $state.raw<Point | null>(null) // the pointer where places are, in squares
  chosen = $state(false) // whether the pose was taken in this position
  last = $state.raw<{ change: Change | null; count: number }>({ change: null, count: 0 }) // the last turn, to be animated

  readonly #scene: () => Scene | null // with choices, or null while there is nothing to choose
  readonly #path: () => readonly string[]

  constructor(scene: () => Scene | null, path: () => readonly string[]) {
    this.#scene = scene
    this.#path = path
  }

  poses: Pose[] = $derived.by(() => {
    const scene = this.#scene()
    return scene ? heldPoses(scene, this.#path()) : []
  })
  /** The pose taken last. One that was taken at an earlier ply and fits nowhere now gives way to one that fits. */
  pose: Pose | null = $derived.by(() => {
    const held = this.poses.find((pose) => pose.id === this.poseId)
    return (held && (this.chosen || this.#fits(held).size > 0) ? held : this.poses[0]) ?? null
  })
  changes: ButtonChange[] = $derived(possibleChanges(this.poses))
  places: ReadonlySet<string> = $derived.by(() => {
    const scene = this.#scene()
    return scene && this.poses.length > 0 ? placesFor(scene, this.#path(), this.poses) : new Set<string>()
  })

  /** Where the held pose fits, as `nextSpots` of paths.ts returns it. */
  fits: ReadonlyMap<string, Choice | null> = $derived(this.pose ? this.#fits(this.pose) : new Map<string, null>())

  #fits(pose: Pose): Map<string, Choice | null> {
    return nextSpots(this.#scene()?.choices ?? [], [...this.#path(), pose.id])
  }

  /** A new position: nothing is laid down, and no pose has been chosen in it. */
  reset(): void {
    this.laid = null
    this.chosen = false
  }

  /** Why it cannot be put there; "" where it can, and at spots that are no places for it. */
  misfit(spot: string | null): string {
    const scene = this.#scene()
    if (!scene || !this.pose || spot === null || !this.places.has(spot) || this.fits.has(spot)) return ''
    return misfitReason(scene, this.pose, spot)
  }

  /** Whether it can be seen on the board. */
  get shown(): boolean {
    return this.pose !== null && (this.at !== null || this.laid !== null)
  }

  /** The pointer is there now, in squares, or has left the board. */
  hover(to: Point | null): void {
    const scene = this.#scene()
    const zone = scene && to && this.pose ? boxAt(scene.zones, to.x, to.y) : null
    const places = scene?.spots.some((spot) => spot.zone === zone && this.places.has(spot.id))
    this.at = zone !== null && places ? to : null
  }

  has(id: string): boolean {
    return this.poses.some((pose) => pose.id === id)
  }

  take(id: string): void {
    this.poseId = id
    this.chosen = true
    this.last = { change: null, count: this.last.count + 1 }
  }

  /** False when it has no such other pose. */
  change(change: Change): boolean {
    if (!this.pose) return false
    const now = afterChange(this.poses, this.pose, change)
    if (now === this.pose) return false
    this.poseId = now.id
    this.chosen = true
    this.last = { change, count: this.last.count + 1 }
    return true
  }
}

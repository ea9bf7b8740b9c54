/**
 * A held piece: how it lies now, what a turn makes of it, and where it fits. A pose is a step of a path like any other,
 * (..., pose, place), except that the page takes that step by itself and shows the pose at the place under the pointer.
 */
import type { Pose, Scene, Spot } from '../protocol'
import { nextSpots } from './paths'

const VERBS = { turned: 'turn', mirrored: 'mirror', varied: 'vary' }

/** A change for which the page has a button: a quarter turn clockwise, left and right exchanged, the next variant. */
export type ButtonChange = keyof typeof VERBS
/** What can be done to a held piece. "back": a quarter turn the other way. */
export type Change = ButtonChange | 'back'

const TURNS_BACK = 3 // quarter turns clockwise that end where one the other way does

/** The poses that can be held after the clicks in `path`, those with which a path continues first. */
export function heldPoses(scene: Scene, path: readonly string[]): Pose[] {
  if (scene.poses.length === 0) return []
  const steps = nextSpots(scene.choices, path)
  const byId = new Map(scene.poses.map((pose) => [pose.id, pose]))
  // Null: a path goes on from there. A pose that ends a path is an ordinary button: there is no place to show it at.
  const found = new Set(scene.poses.filter((pose) => steps.get(pose.id) === null))
  // A pose that fits nowhere can be held, too: one may have to turn past it to the one that fits. The loop also visits
  // what it adds.
  for (const pose of found) {
    for (const id of [pose.turned, pose.mirrored, pose.varied]) {
      const other = byId.get(id)
      if (other) found.add(other)
    }
  }
  return [...found]
}

/** The pose of `poses` that a change makes of one of them; the same one if it cannot change so. */
export function afterChange(poses: readonly Pose[], pose: Pose, change: Change): Pose {
  const find = (id: string, otherwise: Pose) => poses.find((other) => other.id === id) ?? otherwise
  if (change === 'mirrored') return find(pose.mirrored, pose)
  if (change === 'varied') return find(pose.varied, pose)
  let now = pose
  for (let turns = change === 'back' ? TURNS_BACK : 1; turns > 0; turns--) now = find(now.turned, now)
  return now
}

/** The changes that make another pose of at least one of these: the page has a button for each. */
export function possibleChanges(poses: readonly Pose[]): ButtonChange[] {
  const all: ButtonChange[] = ['turned', 'mirrored', 'varied']
  return all.filter((change) => poses.some((pose) => afterChange(poses, pose, change) !== pose))
}

/** What to do with a piece that fits nowhere as it lies, in words: "turn, mirror or vary it". */
export function changesText(possible: readonly ButtonChange[]): string {
  const verbs = possible.map((change) => VERBS[change])
  const last = verbs.pop()
  if (last === undefined) return 'choose something else'
  return `${verbs.length > 0 ? `${verbs.join(', ')} or ` : ''}${last} it`
}

/**
 * The spots at which the held piece is shown: where it fits in some pose, where there is a reason why not, and all spots
 * like these (in the same zone, of the same size).
 */
export function placesFor(scene: Scene, path: readonly string[], poses: readonly Pose[]): Set<string> {
  const places = new Set(scene.reasons.map((reason) => reason.spot))
  for (const pose of poses) for (const spot of nextSpots(scene.choices, [...path, pose.id]).keys()) places.add(spot)
  const kind = (spot: Spot) => `${spot.zone} ${spot.width} ${spot.height}`
  const kinds = new Set(scene.spots.filter((spot) => places.has(spot.id)).map(kind))
  return new Set(scene.spots.filter((spot) => kinds.has(kind(spot))).map((spot) => spot.id))
}

/** Why a pose does not fit at a place. */
export function misfitReason(scene: Scene, pose: Pose, spot: string): string {
  const found = scene.reasons.find(
    (reason) => reason.spot === spot && (reason.pose === pose.id || reason.pose === ''), // "": any pose
  )
  return found?.words ?? 'It does not fit here'
}

/** Why a spot cannot be chosen, whatever is held; "" where the game gives no reason. */
export function spotReason(scene: Scene, spot: string): string {
  return scene.reasons.find((reason) => reason.spot === spot && reason.pose === '')?.words ?? ''
}

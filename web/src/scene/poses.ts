/**
 * A held piece: how it lies now, what a turn makes of it, and where it fits. A pose is a step of a path like any other,
 * (..., pose, place), except that the page takes that step by itself and shows the pose at the place under the pointer.
 */
import type { Pose, Scene, Spot } from '../protocol'
import { nextSpots } from './paths'

export type Change = 'turned' | 'back' | 'mirrored' | 'varied'

/** The poses that can be held after the clicks in `path`, those that continue a path first. */
export function heldPoses(scene: Scene, path: readonly string[]): Pose[] {
  if (scene.poses.length === 0) return []
  const steps = nextSpots(scene.choices, path)
  const known = new Map(scene.poses.map((pose) => [pose.id, pose]))
  // A pose that ends a path is an ordinary button: there is no place to show it at.
  const found = new Set(scene.poses.filter((pose) => steps.get(pose.id) === null))
  // A pose that fits nowhere can be held, too: one may have to turn past it to the one that fits.
  for (const pose of found) {
    for (const id of [pose.turned, pose.mirrored, pose.varied]) {
      const other = known.get(id)
      if (other) found.add(other)
    }
  }
  return [...found]
}

/** The pose that a change makes of another one; the same one if it cannot change so. */
export function changed(poses: readonly Pose[], pose: Pose, change: Change): Pose {
  const after = (now: Pose, id: string) => poses.find((other) => other.id === id) ?? now
  if (change === 'mirrored') return after(pose, pose.mirrored)
  if (change === 'varied') return after(pose, pose.varied)
  let now = pose
  for (let turns = change === 'back' ? 3 : 1; turns > 0; turns--) now = after(now, now.turned)
  return now
}

/** The changes that turn some of these poses into another: the page has a button for each. */
export function changes(poses: readonly Pose[]): Change[] {
  const all: Change[] = ['turned', 'mirrored', 'varied']
  return all.filter((change) => poses.some((pose) => changed(poses, pose, change) !== pose))
}

const VERBS = { turned: 'turn', back: 'turn', mirrored: 'mirror', varied: 'vary' }

/** What to do with it, in words: "turn, mirror or vary it". */
export function changesText(changes: readonly Change[]): string {
  const verbs = changes.map((change) => VERBS[change])
  const last = verbs.pop() ?? 'choose another way for'
  return `${verbs.length > 0 ? `${verbs.join(', ')} or ` : ''}${last} it`
}

/**
 * The spots at which the held piece is shown: where it fits in some pose, where there is a reason why not, and all spots
 * like these (in the same zone, of the same size).
 */
export function placesFor(scene: Scene, path: readonly string[], poses: readonly Pose[]): Set<string> {
  const known = new Set(scene.reasons.map((misfitReason) => misfitReason.spot))
  for (const pose of poses) for (const spot of nextSpots(scene.choices, [...path, pose.id]).keys()) known.add(spot)
  const kind = (spot: Spot) => `${spot.zone} ${spot.width} ${spot.height}`
  const kinds = new Set(scene.spots.filter((spot) => known.has(spot.id)).map(kind))
  return new Set(scene.spots.filter((spot) => kinds.has(kind(spot))).map((spot) => spot.id))
}

/** Why a pose does not fit at a place. */
export function misfitReason(scene: Scene, pose: Pose, spot: string): string {
  const said = scene.reasons.find(
    (misfitReason) => misfitReason.spot === spot && (misfitReason.pose === pose.id || misfitReason.pose === ''),
  )
  return said?.words ?? 'It does not fit here'
}

/** Why a spot cannot be chosen, whatever is held; "" where the game gives no reason. */
export function spotReason(scene: Scene, spot: string): string {
  return scene.reasons.find((misfitReason) => misfitReason.spot === spot && misfitReason.pose === '')?.words ?? ''
}

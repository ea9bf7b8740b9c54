/** Small screens, and the arrangement of a scene for those that are taller than wide, as Scene.narrowed of core/scene.py makes it. */
import type { Label, Scene, Zone } from '../protocol'
import type { Point } from './geometry'

export const NARROW = '(max-width: 860px) and (orientation: portrait)'
export const LANDSCAPE_PHONE = '(max-height: 520px) and (orientation: landscape)' // or a page at 200 %

/** Width by height of the board. An arrangement for narrow screens fills their width and scrolls. */
export function boardRatio(scene: Scene): number {
  return scene.narrow && scene.width === scene.narrow.width ? 99 : scene.width / scene.height
}

/** Every zone at its place in the narrow arrangement, with all that is in it. */
export function narrowed(scene: Scene): Scene {
  if (!scene.narrow) return scene
  const { width, height, shifts } = scene.narrow
  const ways = new Map<string, Point>()
  for (const { zone, x, y } of shifts) {
    const there = scene.zones.find(({ id }) => id === zone)
    if (there) ways.set(zone, { x: x - there.x, y: y - there.y })
  }
  const homes = new Map(scene.spots.map((spot) => [spot.id, spot.zone]))
  const shifted = <Part extends Point>(part: Part, zone: string | undefined): Part => {
    const way = ways.get(zone ?? '')
    return way ? { ...part, x: part.x + way.x, y: part.y + way.y } : part
  }
  return {
    ...scene,
    width,
    height,
    zones: scene.zones.map((zone) => shifted(zone, zone.id)),
    spots: scene.spots.map((spot) => shifted(spot, spot.zone)),
    pieces: scene.pieces.map((piece) => shifted(piece, homes.get(piece.spot))),
    labels: scene.labels.map((label) => shifted(label, home(scene.zones, label))),
  }
}

/** The smallest zone that a label lies in. */
function home(zones: readonly Zone[], label: Label): string | undefined {
  const around = zones.filter(
    ({ x, y, width, height }) => Math.abs(label.x - x) <= width / 2 && Math.abs(label.y - y) <= height / 2,
  )
  around.sort((a, b) => a.width * a.height - b.width * b.height)
  return around[0]?.id
}

/** The board for screen readers: zones with their spots, in rows where there are rows, each with a unique name. */
import type { Scene, Spot, Zone } from '../protocol'

export interface Area {
  id: string
  words: string
  grid: boolean // whether it has rows; otherwise all spots are in one
  rows: Spot[][] // from top to bottom, each from left to right
}

const SAME_ROW = 0.05 // squares: spots that differ by less are in one row

/** What can be pointed at, zone by zone. */
export function areas(scene: Scene): Area[] {
  const spots = scene.spots.filter((spot) => spot.width > 0)
  const zones = [...scene.zones, { id: '', words: 'Elsewhere', grid: false } as Zone]
  const known = new Set(scene.zones.map(({ id }) => id))
  return zones.flatMap(({ id, words, grid }) => {
    const inside = spots.filter(({ zone }) => (known.has(zone) ? zone : '') === id)
    return inside.length > 0 ? [{ id, words, grid, rows: grid ? rowsOf(inside) : [inside] }] : []
  })
}

function rowsOf(spots: readonly Spot[]): Spot[][] {
  const rows: Spot[][] = []
  for (const spot of [...spots].sort((a, b) => (Math.abs(a.y - b.y) > SAME_ROW ? a.y - b.y : a.x - b.x))) {
    const row = rows.at(-1)
    if (row && Math.abs(row[0]!.y - spot.y) <= SAME_ROW) row.push(spot)
    else rows.push([spot])
  }
  return rows
}

/** "A1" of "A1: blank" and of "A1". */
const name = (spot: Spot) => spot.words.split(':', 1)[0]!

/** The name of each spot, by id; with its zone if another zone has a spot of the same name. */
export function names(scene: Scene): Map<string, string> {
  const zones = new Map(scene.zones.map((zone) => [zone.id, zone.words]))
  const homes = new Map<string, Set<string>>()
  for (const spot of scene.spots) homes.set(name(spot), (homes.get(name(spot)) ?? new Set()).add(spot.zone))
  return new Map(
    scene.spots.map((spot) => {
      const zone = homes.get(name(spot))!.size > 1 ? zones.get(spot.zone) : undefined
      return [spot.id, zone ? `${name(spot)}, ${zone}${spot.words.slice(name(spot).length)}` : spot.words]
    }),
  )
}

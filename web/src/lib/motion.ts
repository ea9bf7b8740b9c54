/**
 * From one scene to the next. Pieces are matched by id: one that is in both glides, grows and turns; one that is only
 * in the new scene appears; one that is only in the old scene vanishes once the movers have arrived.
 */
import type { Piece, Scene } from '../protocol'

/** The way of one piece; `from` null: it appears, `to` null: it vanishes. Never both. */
export interface Way {
  from: Piece | null
  to: Piece | null
  raised: boolean // drawn above the others while it moves
}

/** A piece as it is drawn at one instant. */
export interface Drawn {
  piece: Piece
  x: number
  y: number
  scale: number
  turn: number
  opacity: number
  raised: boolean
}

/** Where a hand holds a piece, by piece id, in squares: a dragged piece goes on from there. */
export type Held = ReadonlyMap<string, { x: number; y: number }>

export function moved(a: Piece, b: Piece): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) > 0.01
}

export function altered(a: Piece, b: Piece): boolean {
  return a.symbol !== b.symbol || a.style !== b.style || a.scale !== b.scale || a.turn !== b.turn
}

/** All ways from one scene to the next, in drawing order: vanishing below, moving above, each in scene order. */
export function ways(before: Scene | null, after: Scene, held?: Held): Way[] {
  const old = new Map((before?.pieces ?? []).map((piece) => [piece.id, piece]))
  const gone = new Set(old.keys())
  const result = after.pieces.map((to): Way => {
    gone.delete(to.id)
    const known = old.get(to.id) ?? (before ? null : to)
    const hand = held?.get(to.id)
    const from = known && hand ? { ...known, ...hand } : known
    return { from, to, raised: from !== null && moved(from, to) }
  })
  const vanishing = [...gone].map((id): Way => ({ from: old.get(id)!, to: null, raised: false }))
  return [...interleave(vanishing, result, before), ...result.filter((way) => way.raised)]
}

/** Vanishing pieces keep their place among those that stay, so that nothing jumps to the front as it goes. */
function interleave(vanishing: Way[], others: Way[], before: Scene | null): Way[] {
  const still = others.filter((way) => !way.raised)
  if (!before || vanishing.length === 0) return still
  const order = new Map(before.pieces.map((piece, i) => [piece.id, i]))
  for (const way of vanishing) {
    const rank = order.get(way.from!.id)!
    const after = still.findIndex((other) => other.from !== null && order.get(other.from.id)! > rank)
    still.splice(after < 0 ? still.length : after, 0, way)
  }
  return still
}

export function moves(all: readonly Way[]): boolean {
  return all.some(({ from, to }) => !from || !to || moved(from, to) || altered(from, to))
}

const LIFT = 0.07 // how much larger a piece is at the top of its way: as if held towards the eye
const part = (t: number, start: number, end: number) => Math.min(1, Math.max(0, (t - start) / (end - start)))
const smooth = (t: number) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2)

/** A piece on its way at time `t`, 0 .. 1. */
export function at(way: Way, t: number): Drawn {
  const { from, to } = way
  if (!from) {
    const shown = smooth(part(t, 0.35, 1))
    return { ...still(to!), opacity: shown, scale: to!.scale * (0.55 + 0.45 * shown) }
  }
  if (!to) {
    const left = 1 - smooth(part(t, 0.5, 1))
    return { ...still(from), opacity: left, scale: from.scale * (0.45 + 0.55 * left) }
  }
  const done = smooth(part(t, 0, 0.85))
  const mix = (a: number, b: number) => a + (b - a) * done
  const lift = way.raised ? 1 + LIFT * Math.sin(Math.PI * done) : 1
  return {
    piece: done < 0.5 ? from : to,
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    scale: mix(from.scale, to.scale) * lift,
    turn: mix(from.turn, from.turn + shortest(to.turn - from.turn)),
    opacity: 1,
    raised: way.raised && t < 1,
  }
}

export function still(piece: Piece): Drawn {
  return { piece, x: piece.x, y: piece.y, scale: piece.scale, turn: piece.turn, opacity: 1, raised: false }
}

/** The same turn by the shorter way round, -180 .. 180 degrees. */
function shortest(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}

/** What a previewed action changes: pieces as they would stand, and ids of those that leave their place or the board. */
export interface Ghosts {
  arriving: Piece[] // at another spot than now, or new: drawn translucent
  shifted: Piece[] // at the same spot, making room or changed: drawn in place of what they are now
  leaving: Set<string> // ids of those that go to another spot: drawn faintly where they still are
  lost: Piece[] // drawn struck out
}

export function ghosts(now: Scene, then: Scene): Ghosts {
  const result: Ghosts = { arriving: [], shifted: [], leaving: new Set(), lost: [] }
  for (const { from, to } of ways(now, then)) {
    if (!to) result.lost.push(from!)
    else if (!from) result.arriving.push(to)
    else if (from.spot !== to.spot) {
      result.arriving.push(to)
      result.leaving.add(from.id)
    } else if (moved(from, to) || altered(from, to)) result.shifted.push(to)
  }
  return result
}

/** How long a step from scene to scene takes, in ms: the more are waiting, the faster. */
export function pace(waiting: number): number {
  if (waiting > 12) return 0
  return Math.max(70, Math.round(460 / (1 + waiting)))
}

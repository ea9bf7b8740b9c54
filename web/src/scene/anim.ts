/**
 * From one scene to the next. Pieces are matched by id: one that is in both glides, grows and turns; one that is only
 * in the new scene appears; one that is only in the old scene vanishes once the movers have arrived. Where all spots of
 * a zone have moved together the zone has drifted: that is no move of its pieces. motions.ts makes more of some steps.
 */
import type { Attachment } from 'svelte/attachments'
import type { Piece, Scene, Spot } from '../protocol'
import { boxAt, type Point } from './geometry'

/** What happens to one piece. `from` null: it appears; `to` null: it vanishes; never both. */
export interface Transition {
  from: Piece | null
  to: Piece | null
  raised: boolean // drawn above the others while it moves
  delay: number // of an appearing piece: 0 for the first of them, 1 for the last
  drift: Point // how far its zone drifts meanwhile
  still?: Drawn // nothing happens to it: one object for all instants, so that the page need not draw it again
  drawn?: (t: number) => Drawn // instead of what is usual
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

/** An animation of an element. */
export interface Course {
  frames: Keyframe[]
  ms: number
}

export const NO_COURSES: ReadonlyMap<string, Course> = new Map()

/** An element while a step is shown. */
export interface Actor extends Drawn {
  key?: string // of a further element of the same piece
  course?: Course // comes on top of its place
  others?: Drawn[] // drawn above it, on the same course
  next?: { at: number; drawn: Drawn } // it is exchanged then, 0 .. 1
}

export function played({ frames, ms }: Course): Attachment<Element> {
  return (element) => {
    const animation = element.animate(frames, { duration: ms, fill: 'both' })
    return () => animation.cancel()
  }
}

/** Where dragged pieces were dropped, by piece id, in squares: each goes on from there. */
export type Dropped = ReadonlyMap<string, Point>

export const MOVE_GAP = 140 // ms between two moves, so that an immediate answer still reads as a second move
export const BROWSE_TIME = 240 // ms, while stepping through the game
const SAME_PLACE = 0.01 // squares: shorter distances are none
const NOWHERE: Point = { x: 0, y: 0 }

export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
export const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y })
export const times = (a: Point, factor: number): Point => ({ x: a.x * factor, y: a.y * factor })

export function moved(a: Point, b: Point): boolean {
  return distance(a, b) > SAME_PLACE
}

export function looksChanged(a: Piece, b: Piece): boolean {
  return (
    a.symbol !== b.symbol || a.style !== b.style || a.scale !== b.scale || a.turn !== b.turn || a.letters !== b.letters
  )
}

/** How far each zone has drifted as a whole, in squares, by id; only zones that have. */
export function drifts(before: Scene, after: Scene): Map<string, Point> {
  const old = new Map(before.spots.map((spot) => [spot.id, spot]))
  const found = new Map<string, Point>()
  const broken = new Set<string>()
  for (const spot of after.spots) {
    const from = old.get(spot.id)
    if (from?.zone !== spot.zone) continue
    const way = { x: spot.x - from.x, y: spot.y - from.y }
    const others = found.get(spot.zone) ?? way
    if (moved(way, others)) broken.add(spot.zone)
    found.set(spot.zone, others)
  }
  return new Map([...found].filter(([zone, { x, y }]) => !broken.has(zone) && moved({ x, y }, NOWHERE)))
}

/** For each piece how far its zone has drifted. */
function driftOf(spots: readonly Spot[], drift: ReadonlyMap<string, Point>): (piece: Piece) => Point {
  const zones = new Map(drift.size > 0 ? spots.map((spot) => [spot.id, spot.zone]) : [])
  return (piece) => drift.get(zones.get(piece.spot) ?? '') ?? NOWHERE
}

/**
 * All transitions from one scene to the next, in drawing order: vanishing pieces below, moving ones above, otherwise in
 * scene order. `origin`: the spot where the move began; pieces appear one after the other, starting from there.
 */
export function transitions(before: Scene | null, after: Scene, dropped?: Dropped, origin?: string): Transition[] {
  const drift = before ? driftOf([...before.spots, ...after.spots], drifts(before, after)) : () => NOWHERE
  const old = new Map((before?.pieces ?? []).map((piece) => [piece.id, piece]))
  const gone = new Set(old.keys())
  const result = after.pieces.map((to): Transition => {
    gone.delete(to.id)
    const at = dropped?.get(to.id)
    const known = old.get(to.id) ?? (before && !at ? null : to)
    const from = known && at ? { ...known, x: at.x, y: at.y } : known
    const way = drift(to)
    const raised = from !== null && moved(plus(from, way), to)
    const still = from && !raised && way === NOWHERE && !looksChanged(from, to) ? { still: atRest(to) } : {}
    return { from, to, raised, delay: 0, drift: way, ...still }
  })
  const vanishing = [...gone].map((id): Transition => {
    const from = old.get(id)!
    return { from, to: null, raised: false, delay: 0, drift: drift(from) }
  })
  orderAppearances(
    result,
    after.spots.find((spot) => spot.id === origin),
  )
  return [...interleave(vanishing, result, before), ...result.filter((transition) => transition.raised)]
}

/** Sets when pieces appear: the nearest to the origin first, otherwise in scene order. */
function orderAppearances(all: Transition[], origin: Spot | undefined): void {
  const appearing = all.filter((transition) => !transition.from)
  if (origin) appearing.sort((a, b) => distance(a.to!, origin) - distance(b.to!, origin))
  appearing.forEach((transition, i) => (transition.delay = i / Math.max(1, appearing.length - 1)))
}

/** Vanishing pieces keep their place among those that stay, so that nothing jumps to the front as it goes. */
function interleave(vanishing: Transition[], others: Transition[], before: Scene | null): Transition[] {
  const atRest = others.filter((transition) => !transition.raised)
  if (!before || vanishing.length === 0) return atRest
  const order = new Map(before.pieces.map((piece, i) => [piece.id, i]))
  for (const transition of vanishing) {
    const rank = order.get(transition.from!.id)!
    const after = atRest.findIndex((other) => other.from !== null && order.get(other.from.id)! > rank)
    atRest.splice(after < 0 ? atRest.length : after, 0, transition)
  }
  return atRest
}

export function anyMotion(all: readonly Transition[]): boolean {
  return all.some(({ from, to }) => !from || !to || moved(from, to) || looksChanged(from, to))
}

const FIRST_APPEARS = 0.3 // of the time: movers have then gone most of their way, and the first piece appears
const LAST_APPEARS = 0.65 // when the last one does
export const VANISHES = 0.5 // when pieces begin to vanish
const LIFT = 0.07 // how much larger a piece is halfway, as if lifted towards the eye
export const part = (t: number, start: number, end: number) => Math.min(1, Math.max(0, (t - start) / (end - start)))
export const ease = (t: number) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2)

/** The part of its way that a mover, or a drifting zone, has gone at time `t`. */
export const travelled = (t: number) => ease(part(t, 0, 0.85))

/** A piece during its transition, at time `t`, 0 .. 1. */
export function drawnAt(transition: Transition, t: number): Drawn {
  return transition.still ?? transition.drawn?.(t) ?? usual(transition, t)
}

/** The same, whatever is made of the step. */
export function usual(transition: Transition, t: number): Drawn {
  const { from, to } = transition
  if (!from) {
    const start = FIRST_APPEARS + (LAST_APPEARS - FIRST_APPEARS) * transition.delay
    const shown = ease(part(t, start, start + 1 - LAST_APPEARS))
    const here = plus(to!, times(transition.drift, travelled(t) - 1))
    return { ...atRest(to!), ...here, opacity: shown, scale: to!.scale * (0.55 + 0.45 * shown) }
  }
  if (!to) {
    const left = 1 - ease(part(t, VANISHES, 1))
    const here = plus(from, times(transition.drift, travelled(t)))
    return { ...atRest(from), ...here, opacity: left, scale: from.scale * (0.45 + 0.55 * left) }
  }
  const done = travelled(t)
  const mix = (a: number, b: number) => a + (b - a) * done
  const lift = transition.raised ? 1 + LIFT * Math.sin(Math.PI * done) : 1
  return {
    piece: done < 0.5 ? from : to,
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    scale: mix(from.scale, to.scale) * lift,
    turn: mix(from.turn, from.turn + shortest(to.turn - from.turn)),
    opacity: 1,
    raised: transition.raised && t < 1,
  }
}

export function atRest(piece: Piece): Drawn {
  return { piece, x: piece.x, y: piece.y, scale: piece.scale, turn: piece.turn, opacity: 1, raised: false }
}

/** The same rotation the shorter way round, -180 .. 180 degrees. */
function shortest(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}

/** What the end of a game does with the pieces: those that are counted lie in the light, and the winners' hop. */
export interface Limelight {
  lit: ReadonlySet<string> | null // ids of pieces, all others are dim; null: all are as always
  style: string // of the seat that they count for
  hops: ReadonlyMap<string, number> // ms that each piece waits before it hops, by id
}

/** What a previewed action changes: pieces as they would stand, and ids of those that leave their place or the board. */
export interface Ghosts {
  ground: Spot[] // new spots that something arrives on
  arriving: Piece[] // at another spot than now, or new: drawn translucent
  shifted: Piece[] // at the same spot, but moved aside or changed: drawn instead of what they are now
  leaving: Set<string> // ids of those that go to another spot: drawn faintly where they still are
  lost: Piece[] // drawn struck out; without those whose spot goes too, and parts of other pieces, which have no text
}

/**
 * Nothing drifts in a preview: the picture stands still, and what would be new is drawn into it. What comes, goes or
 * changes in a quiet zone is not shown.
 */
export function ghosts(now: Scene, then: Scene): Ghosts {
  const result: Ghosts = { ground: [], arriving: [], shifted: [], leaving: new Set(), lost: [] }
  const known = new Map(now.spots.map((spot) => [spot.id, spot]))
  const silence = new Set([...now.zones, ...then.zones].filter((zone) => zone.quiet).map((zone) => zone.id))
  const quiet = new Set([...then.spots, ...now.spots].filter((spot) => silence.has(spot.zone)).map((spot) => spot.id))
  // What comes in the place of the held piece's buttons belongs to a later move.
  const buttons = now.poses.flatMap((pose) => known.get(pose.id) ?? [])
  const later = new Set(
    then.spots.filter((spot) => !known.has(spot.id) && boxAt(buttons, spot.x, spot.y)).map(({ id }) => id),
  )
  const steady = withoutDrift(now, then)
  const stays = new Set(steady.spots.map((spot) => spot.id))
  for (const { from, to } of transitions(now, steady)) {
    if (quiet.has((to ?? from!).spot)) continue
    if (!to) result.lost.push(...(from!.text && stays.has(from!.spot) ? [from!] : []))
    else if (later.has(to.spot)) continue
    else if (!from) result.arriving.push(to)
    else if (from.spot !== to.spot) {
      result.arriving.push(to)
      result.leaving.add(from.id)
    } else if (moved(from, to) || looksChanged(from, to)) result.shifted.push(to)
  }
  const trodden = new Set(result.arriving.map((piece) => piece.spot))
  result.ground = steady.spots.filter((spot) => trodden.has(spot.id) && !known.has(spot.id))
  return result
}

/** A scene with its zones where they are `now`, and so are the spots of zones that get no new spot: a gap closes only
 * when something has really left. */
function withoutDrift(now: Scene, then: Scene): Scene {
  const drift = drifts(now, then)
  const known = new Map(now.spots.map((spot) => [spot.id, spot]))
  const growing = new Set(then.spots.filter((spot) => !known.has(spot.id)).map((spot) => spot.zone))
  const back = new Map(
    then.spots.map((spot) => {
      const old = known.get(spot.id)
      const stays = old?.zone === spot.zone && !growing.has(spot.zone)
      return [spot.id, stays ? plus(old, times(spot, -1)) : times(drift.get(spot.zone) ?? NOWHERE, -1)]
    }),
  )
  const put = <T extends Point>(thing: T, spot: string): T => ({ ...thing, ...plus(thing, back.get(spot) ?? NOWHERE) })
  return {
    ...then,
    spots: then.spots.map((spot) => put(spot, spot.id)),
    pieces: then.pieces.map((piece) => put(piece, piece.spot)),
  }
}

/** How long a step from scene to scene takes, in ms: shorter, the more are waiting. */
export function stepDuration(waiting: number): number {
  if (waiting > 12) return 0
  return Math.max(70, Math.round(460 / (1 + waiting)))
}

/** The duration of a step in which several pieces appear one after the other: up to 1.3 times as long. */
export function stretchedDuration(ms: number, all: readonly Transition[]): number {
  const appearing = all.filter((transition) => !transition.from).length
  return ms * (1 + Math.min(0.3, 0.06 * Math.max(0, appearing - 1)))
}

/**
 * A step from scene to scene as animations that the browser plays by itself, while the page's script rests: where each
 * piece is at all instants is told before it moves.
 *
 * A piece that changes its look or its layer on its way is several elements, which are seen one after the other. One
 * that stays where it is and changes its look is exchanged. Pieces that drift with their zone share one course.
 */
import { atRest, drawnAt, looksChanged, travelled } from './anim'
import type { Course, Drawn, Actor, Transition } from './anim'
import type { Point } from './geometry'

const FRAME = 1000 / 60 // ms
const DIGITS = 4
const BY_COURSE = { x: 0, y: 0, scale: 1, turn: 0, opacity: 1 } // placed by its course alone

/** The course of a zone that is so far from where it was before. */
export function drifting({ x, y }: Point, ms: number): Course {
  const left = (t: number) => travelled(t) - 1
  const poses = instants(ms).map((t) => ({ ...BY_COURSE, x: x * left(t), y: y * left(t) }))
  return { frames: keyframes(poses, 0, poses.length), ms }
}

export const wayName = ({ x, y }: Point) => `${x} ${y}`

/** What is drawn during a step, bottom to top. `zones`: the courses of zones that drift, by the names of their ways. */
export function onTheWay(all: readonly Transition[], ms: number, zones: ReadonlyMap<string, Course>): Actor[] {
  const result: Actor[] = []
  for (const one of all) {
    const course = zones.get(wayName(one.drift))
    const below = result.at(-1)
    if (one.still) result.push(one.still)
    else if (!course || !staysOnZone(one)) result.push(...elements(one, ms))
    else if (below?.others && below.course === course) below.others.push(atRest(one.to!))
    else result.push({ ...atRest(one.to!), course, others: [] })
  }
  return result
}

/** It does nothing but drift: how it looks and how it lies on its zone stay the same. */
function staysOnZone({ from, to, raised, drawn }: Transition): boolean {
  return from !== null && to !== null && !raised && !drawn && !looksChanged(from, to)
}

/** The elements of one piece. */
function elements(one: Transition, ms: number): Actor[] {
  const drawn = instants(ms).map((t) => drawnAt(one, t))
  const last = drawn.length - 1
  // How it lies at rest is a matter of the next scene
  const sameElement = (a: Drawn, b: Drawn) => sameDrawing(a, b) && (a.raised === b.raised || b === drawn[last])
  const starts = drawn.map((_, i) => i).filter((i) => i === 0 || !sameElement(drawn[i - 1]!, drawn[i]!))
  if (starts.length === 2 && drawn.every((each) => samePlace(each, drawn[0]!) && !each.raised)) {
    return [{ ...drawn[0]!, next: { at: starts[1]! / last, drawn: drawn[last]! } }]
  }
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? drawn.length
    const { piece, raised } = drawn[Math.min(end, last) - 1]!
    const key = i > 0 ? { key: `${piece.id} ${i}` } : {}
    return { piece, raised, ...BY_COURSE, ...key, course: { frames: keyframes(drawn, start, end), ms } }
  })
}

type Stance = Pick<Drawn, keyof typeof BY_COURSE>

function sameDrawing({ piece: a }: Drawn, { piece: b }: Drawn): boolean {
  return a.symbol === b.symbol && a.style === b.style && a.letters === b.letters
}

function samePlace(a: Stance, b: Stance): boolean {
  return a.x === b.x && a.y === b.y && a.scale === b.scale && a.turn === b.turn && a.opacity === b.opacity
}

/** The instants of a step at which a frame may be drawn, 0 .. 1. */
function instants(ms: number): number[] {
  const steps = Math.max(1, Math.round(ms / FRAME))
  return Array.from({ length: steps + 1 }, (_, i) => i / steps)
}

/** The course of an element that is seen from one of these poses until another one. */
function keyframes(poses: readonly Stance[], start: number, end: number): Keyframe[] {
  const steps = poses.length - 1
  const faint = poses.some(({ opacity }) => opacity !== 1) || start > 0 || end <= steps
  const frame = (i: number, opacity: number): Keyframe => {
    const { x, y, turn, scale } = poses[i]!
    const transform = `translate(${short(x)}px, ${short(y)}px) rotate(${short(turn)}deg) scale(${short(scale)})`
    return { offset: i / steps, transform, ...(faint ? { opacity: short(opacity) } : {}) }
  }
  const seen = poses.slice(start, end).map((pose, i) => frame(start + i, pose.opacity))
  // Two frames at one instant: it is seen, or is seen no more, at once
  const before = start > 0 ? [{ ...frame(start, 0), offset: 0 }, frame(start, 0)] : []
  const after =
    end <= steps ? [frame(end, poses[end - 1]!.opacity), frame(end, 0), { ...frame(end, 0), offset: 1 }] : []
  return [...before, ...seen.filter((_, i) => !idle(seen, i)), ...after]
}

/** A frame between two that are equal to it. */
function idle(frames: readonly Keyframe[], i: number): boolean {
  const same = (a?: Keyframe, b?: Keyframe) => a?.transform === b?.transform && a?.opacity === b?.opacity
  return same(frames[i - 1], frames[i]) && same(frames[i], frames[i + 1])
}

const short = (value: number) => Number(value.toFixed(DIGITS))

/**
 * What makes a step from scene to scene plain: who takes whom, and where new pieces come from. It is loaded later than
 * the rest of the page; until then pieces glide, appear and vanish. A game can give a style or a drawing a motion
 * (core/scene.py).
 *
 *     is taken   whose spot another comes to: waits below its taker, which swells, and comes out behind it in an arc on
 *                its way elsewhere, if it goes anywhere
 *     flies      in an arc, one after the other: from where the move began; from what was drawn just now in its row or
 *                column; or from a piece that has gone and has a style in common with it, which it was, turned over
 *     falls      from the upper edge of its spot, and bounces
 *     turns      around the middle of all that turn with it
 *     shakes     where it stands, when others have come
 */
import type { Motion, Motions } from '../game/game'
import type { Piece, Scene, Spot } from '../protocol'
import { VANISHES, atRest, distance, ease, moved, part, plus, times, travelled, usual } from './anim'
import type { Drawn, Dropped, Transition } from './anim'
import type { Point } from './geometry'

/** What is known of a step besides its transitions. */
export interface StepFacts {
  before: Scene
  after: Scene
  motions: Motions
  origin?: string | undefined // the spot where the move began
  dropped?: Dropped | undefined // these go on from there, straight
}

/** The transitions as they are to be drawn, in drawing order. */
export interface Explained {
  all: Transition[]
  follows: boolean // one thing follows another, so that it should take longer
}

type Drawing = (t: number) => Drawn

interface Moving extends Transition {
  motion: Motion | '' // what it does of its own in this step
}

const FIRST = 0.55 // of the time: what others follow is over
const MAKES_WAY = 0.5 // of that time: what lies where another comes begins to change
const FLIGHT = 0.5 // of the time of all that fly: one of them
const SWOLLEN = 0.16 // how much larger a piece becomes that takes another
const SMALL = 0.5 // scale of what flies, as it sets out
const ARC = 0.25 // height of an arc, squares
const ARC_EACH = 0.1 // and for each square of the way
const SHAKES = 3
const SHAKEN = 0.07 // squares to each side
const LANDS = 0.68 // of the time: what falls is down for the first time
const BOUNCE = 0.07 // of the height from which it fell
const CLOCKWISE = 1e-6 // half turns of several pieces all go the same way round

const hump = (t: number) => Math.sin(Math.PI * t)
const minus = (a: Point, b: Point) => plus(a, times(b, -1))
const second = (t: number) => part(t, FIRST, 1)
/** The height of an arc between two points. */
const height = (a: Point, b: Point) => ARC + ARC_EACH * distance(a, b)

export function explain(all: readonly Transition[], step: StepFacts): Explained {
  const moving = withMotions(all, step)
  const plan = new Plan(moving, step)
  for (const one of moving) one.drawn = plan.drawing(one)
  return { all: atTheirPlaces(moving, step.before), follows: plan.follows }
}

/** Who takes whom, what flies from where, and when. */
class Plan {
  readonly follows: boolean
  readonly #first: number // of the time: what others follow is over
  readonly #arriving: ReadonlyMap<string, Moving>
  readonly #takers: ReadonlyMap<Moving, Moving> // who takes a piece
  readonly #taking: ReadonlySet<Moving>
  readonly #causes: ReadonlyMap<Moving, Point> // where pieces fly from
  readonly #flying: Moving[] // in their order
  readonly #middle: Point // around which pieces turn
  readonly #origin: Spot | undefined
  readonly #spots: readonly Spot[]

  constructor(moving: readonly Moving[], { after, origin }: StepFacts) {
    this.#arriving = arrivals(moving)
    this.#takers = findTakers(moving, this.#arriving)
    this.#taking = new Set(this.#takers.values())
    this.#flying = moving.filter(({ from, motion }) => !from && motion === 'flies')
    const drawn = moving.filter(({ from, motion }) => !from && motion === '').map(({ to }) => to!)
    this.#causes = new Map(
      this.#flying.flatMap((one) => cause(one.to!, drawn).map((found): [Moving, Point] => [one, found])),
    )
    this.#spots = after.spots
    const start = (this.#origin = after.spots.find(({ id }) => id === origin))
    if (start) this.#flying.sort((a, b) => distance(a.to!, start) - distance(b.to!, start))
    const turning = moving.filter(({ motion }) => motion === 'turns').map(({ to }) => to!)
    this.#middle = times(turning.reduce<Point>(plus, { x: 0, y: 0 }), 1 / turning.length)
    this.follows = this.#takers.size > 0 || this.#causes.size > 0 || moving.some(({ motion }) => motion === 'shakes')
    this.#first = this.follows ? FIRST : 1
  }

  drawing(one: Moving): Drawing {
    const { from, to, motion } = one
    const taker = this.#takers.get(one)
    if (taker && to) return flight(to, taker.to!, FIRST, 1, atRest(from!))
    if (taker) return (t) => usual(one, VANISHES + (1 - VANISHES) * second(t))
    if (motion === 'shakes') return (t) => (t > FIRST ? shaken(to!, second(t)) : atRest(from!))
    if (!from && motion === 'flies') return this.#flight(one, to!)
    if (motion === 'falls') return this.#fall(to!)
    return (t) => {
      const quick = Math.min(1, t / this.#first)
      const drawn = usual(one, this.#makesWay(one) ? part(quick, MAKES_WAY, 1) : quick)
      const scale = this.#taking.has(one) ? drawn.scale * (1 + SWOLLEN * hump(second(t))) : drawn.scale
      if (motion === 'turns') return { ...drawn, ...around(this.#middle, from!, to!, travelled(quick)) }
      if (motion === 'flies') return { ...drawn, y: drawn.y - height(from!, to!) * hump(travelled(quick)), scale }
      return { ...drawn, scale }
    }
  }

  #fall(to: Piece): Drawing {
    const spot = this.#spots.find(({ id }) => id === to.spot)!
    return (t) => falling(to, spot, t)
  }

  #makesWay({ from, to }: Moving): boolean {
    return from !== null && from.spot === to?.spot && this.#arriving.has(to.spot)
  }

  #flight(one: Moving, to: Piece): Drawing {
    const by = this.#causes.get(one) ?? this.#origin
    const start = this.#causes.size > 0 ? FIRST : 0
    const each = (1 - start) * FLIGHT
    const begins = start + ((1 - start - each) * this.#flying.indexOf(one)) / Math.max(1, this.#flying.length - 1)
    return by ? flight(to, by, begins, begins + each) : (t) => usual(one, t)
  }
}

/** An arc from `by`. `before`: what is drawn until it begins. */
function flight(to: Piece, by: Point, begins: number, ends: number, before?: Drawn): Drawing {
  return (t) => {
    const done = ease(part(t, begins, ends))
    if (t <= begins) return before ?? { ...atRest(to), opacity: 0, raised: true }
    const here = plus(by, times(minus(to, by), done))
    const y = here.y - height(by, to) * hump(done)
    return { ...atRest(to), x: here.x, y, scale: to.scale * (SMALL + (1 - SMALL) * done), raised: true }
  }
}

function falling(to: Piece, spot: Spot, t: number): Drawn {
  const above = to.y - spot.y + spot.height / 2
  const up = t < LANDS ? 1 - (t / LANDS) ** 2 : BOUNCE * hump(part(t, LANDS, 1))
  return { ...atRest(to), y: to.y - above * up, opacity: t > 0 ? 1 : 0, raised: true }
}

function shaken(to: Piece, u: number): Drawn {
  return { ...atRest(to), x: to.x + SHAKEN * Math.sin(2 * Math.PI * SHAKES * u) * (1 - u) }
}

/** A point of the way around a middle, the shorter way round. */
function around(middle: Point, from: Point, to: Point, done: number): Point {
  const [a, b] = [minus(from, middle), minus(to, middle)]
  const angle = Math.atan2(a.x * b.y - a.y * b.x + CLOCKWISE, a.x * b.x + a.y * b.y) * done
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return plus(middle, { x: a.x * cos - a.y * sin, y: a.x * sin + a.y * cos })
}

// ── Who does what ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** The transitions with what each does, those of what was turned over joined. */
function withMotions(all: readonly Transition[], { motions, dropped }: StepFacts): Moving[] {
  const gone = all.filter((one) => !one.to)
  return all
    .map((one): Moving => {
      const motion = one.to && dropped?.has(one.to.id) ? '' : begun(one, motions)
      if (one.from || motion !== 'flies') return { ...one, motion }
      const from = turnedOver(gone, one.to!)
      return from ? { ...one, from, raised: true, motion } : { ...one, motion }
    })
    .filter((one) => one.to || gone.some(({ from }) => from === one.from))
    .flatMap((one): Moving[] => {
      // What it was stays below until it has come.
      if (!one.from || one.raised || one.motion !== 'flies') return [one]
      return [
        { ...one, to: null, motion: '' },
        { ...one, from: null },
      ]
    })
}

/** What a piece does in this step: what turns does so whenever it moves, the others when they come to look so. */
function begun({ from, to, raised }: Transition, motions: Motions): Motion | '' {
  const motion = to ? motionOf(motions, to) : ''
  if (motion === 'turns') return from && raised ? motion : ''
  if (motion === 'shakes' && from?.spot !== to?.spot) return ''
  return from && (motion === 'falls' || motionOf(motions, from) === motion) ? '' : motion
}

function motionOf(motions: Motions, { symbol, style }: Piece): Motion | '' {
  const looks = [symbol, ...style.split(' ')]
  return motions.find(([look]) => looks.includes(look))?.[1] ?? ''
}

/** What a new piece was until now, as one that lay face down: it has gone, and has a style in common with it. */
function turnedOver(gone: Transition[], { style }: Piece): Piece | null {
  const styles = style.split(' ')
  const at = gone.findIndex(({ from }) => from!.style.split(' ').some((one) => one !== '' && styles.includes(one)))
  return at < 0 ? null : gone.splice(at, 1)[0]!.from
}

/** What comes to a spot from elsewhere, by spot. */
function arrivals(all: readonly Moving[]): Map<string, Moving> {
  const coming = all.filter(({ from, to, raised, motion }) => raised && motion !== 'turns' && from?.spot !== to?.spot)
  return new Map(coming.map((one) => [one.to!.spot, one]))
}

/** Who takes a piece: what comes to the spot that it leaves, unless it takes a place itself, as in a row that moves on. */
function findTakers(all: readonly Moving[], arriving: ReadonlyMap<string, Moving>): Map<Moving, Moving> {
  const leaving = all.filter(({ from, to }) => from && from.spot !== to?.spot)
  const left = new Set(leaving.map(({ from }) => from!.spot))
  return new Map(
    leaving.flatMap((one): [Moving, Moving][] => {
      const taker = arriving.get(one.from!.spot)
      return taker && !(one.to && left.has(one.to.spot)) ? [[one, taker]] : []
    }),
  )
}

/** What a piece flies from: of those drawn just now in its row or column the one that looks like it, or the nearest. */
function cause(to: Piece, drawn: readonly Piece[]): Piece[] {
  const aligned = drawn.filter(({ x, y }) => !moved({ x, y: to.y }, to) || !moved({ x: to.x, y }, to))
  const likeIt = aligned.filter(({ symbol }) => symbol === to.symbol)
  return (likeIt.length > 0 ? likeIt : aligned.sort((a, b) => distance(a, to) - distance(b, to))).slice(0, 1)
}

/** What is taken or shaken keeps its place among those that stay. */
function atTheirPlaces(all: readonly Moving[], before: Scene): Transition[] {
  const order = new Map(before.pieces.map(({ id }, i) => [id, i]))
  const rank = ({ from }: Moving) => (from ? order.get(from.id)! : -1)
  const stays = (one: Moving) => one.raised && one.drawn!(0).raised === false
  const result = all.filter((one) => !stays(one))
  for (const one of all.filter(stays)) {
    const at = result.findIndex((other) => !other.raised && rank(other) > rank(one))
    result.splice(at < 0 ? result.length : at, 0, one)
  }
  return result
}

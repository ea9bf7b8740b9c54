/** Animates the change from scene to scene: what is drawn now. */
import type { Motions } from '../game/game'
import type { Scene } from '../protocol'
import { NO_COURSES, drifts, anyMotion, atRest, stretchedDuration, transitions } from './anim'
import type { Course, Drawn, Dropped, Actor, Transition } from './anim'
import { drifting, onTheWay, wayName } from './courses'
import type { Point } from './geometry'
import { reducedMotion } from '../browser/reduced_motion'
import type { explain, Explained } from './motions'

const FOLLOWING = 1.5 // times as long is a step in which one thing follows another
const NO_WAYS: ReadonlyMap<string, Point> = new Map()

/** What is known of a step besides its scenes. */
export interface StepHints {
  dropped?: Dropped | undefined
  origin?: string | undefined // the spot where the move began
  motions?: Motions | undefined // of the game
}

let explains: typeof explain | null = null // until it has come, steps are shown without

export class Stage {
  scene = $state.raw<Scene | null>(null)
  #moving = $state.raw<Actor[] | null>(null)
  #resting = $state.raw<Drawn[]>([])
  #drifts = $state.raw<ReadonlyMap<string, Course>>(NO_COURSES)
  #stop = () => {} // ends the wait for the step that is shown

  /** Pieces as they are to be drawn now, bottom to top. */
  drawn: Actor[] = $derived(this.#moving ?? this.#resting)
  moving = $derived(this.#moving !== null)
  /** How zones come to their places while they drift there, by id. */
  drifts: ReadonlyMap<string, Course> = $derived(this.moving ? this.#drifts : NO_COURSES)

  constructor() {
    void import('./motions').then(
      (motions) => (explains = motions.explain),
      () => {},
    )
  }

  /** Goes to a scene in about `ms` milliseconds; the promise ends when it is there. `patient`: nobody waits to go on, so
   *  that a step in which one thing follows another may take longer. */
  async show(scene: Scene, ms: number, step: StepHints = {}, patient = false): Promise<void> {
    this.finish()
    const before = this.scene
    const ways = before ? drifts(before, scene) : NO_WAYS
    const { all, follows } = this.#explained(scene, ways.size > 0, step)
    const still = new Map(all.flatMap(({ to, still }) => (to && still ? [[to, still]] : [])))
    this.scene = scene
    this.#resting = scene.pieces.map((piece) => still.get(piece) ?? atRest(piece))
    if (!before || ms <= 0 || reducedMotion.matches || document.hidden || !anyMotion(all)) return
    const time = !patient ? ms : follows ? ms * FOLLOWING : stretchedDuration(ms, all)
    await this.#move(all, ways, time)
  }

  /** Shows the way to the scene; ends when it is over, or when `finish` is called. */
  async #move(all: readonly Transition[], ways: ReadonlyMap<string, Point>, ms: number): Promise<void> {
    const courses = new Map([...ways.values()].map((way) => [wayName(way), drifting(way, ms)]))
    this.#drifts = new Map([...ways].map(([zone, way]) => [zone, courses.get(wayName(way))!]))
    this.#moving = onTheWay(all, ms, courses)
    const exchanges = [...new Set(this.#moving.flatMap(({ next }) => next?.at ?? []))].sort((a, b) => a - b)
    const stopped = new Promise<'stopped'>((done) => (this.#stop = () => done('stopped')))
    const over = async (wait: Promise<unknown>) => (await Promise.race([wait, stopped])) === 'stopped'
    // The browser begins to move them with the first frame, which may take long.
    if (await over(nextFrame().then(nextFrame))) return
    const begun = performance.now()
    for (const at of [...exchanges, 1]) {
      if (await over(pause(begun + at * ms - performance.now()))) return
      this.#moving = this.#moving.map((one) => (one.next && one.next.at <= at ? one.next.drawn : one))
    }
    this.finish()
  }

  /** Where zones drift, all that lies on them moves, and nothing more is made of that. */
  #explained(after: Scene, drifts: boolean, { dropped, origin, motions = [] }: StepHints): Explained {
    const before = this.scene
    const all = transitions(before, after, dropped, origin)
    if (!explains || !before || drifts) return { all, follows: false }
    return explains(all, { before, after, motions, origin, dropped })
  }

  /** Ends the animation at once. */
  finish(): void {
    this.#stop()
    this.#moving = null
  }
}

const nextFrame = () => new Promise<unknown>((done) => requestAnimationFrame(done))
const pause = (ms: number) => new Promise<unknown>((done) => setTimeout(done, ms))

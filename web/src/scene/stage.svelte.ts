/** Animates the change from scene to scene: what is drawn at this instant. */
import type { Motions } from '../game/game'
import type { Scene } from '../protocol'
import { drawnAt, drifts, anyMotion, atRest, stretchedDuration, travelled, transitions } from './anim'
import type { Drawn, Dropped, Transition } from './anim'
import type { Point } from './geometry'
import { reducedMotion } from '../browser/reduced_motion'
import type { explain, Explained } from './motions'

const FOLLOWING = 1.5 // times as long is a step in which one thing follows another
const NO_POINTS: ReadonlyMap<string, Point> = new Map()

/** What is known of a step besides its scenes. */
export interface StepHints {
  dropped?: Dropped | undefined
  origin?: string | undefined // the spot where the move began
  motions?: Motions | undefined // of the game
}

let explains: typeof explain | null = null // until it has come, steps are shown without

export class Stage {
  scene = $state.raw<Scene | null>(null)
  #transitions = $state.raw<Transition[]>([])
  #drifts = $state.raw<ReadonlyMap<string, Point>>(new Map())
  #time = $state(1)

  /** Pieces as they are to be drawn now, bottom to top. */
  drawn: Drawn[] = $derived(
    this.#time < 1
      ? this.#transitions.map((transition) => drawnAt(transition, this.#time))
      : (this.scene?.pieces ?? []).map(atRest),
  )
  moving = $derived(this.#time < 1)

  /** How far each zone still is from its place while it drifts there, by id. */
  away: ReadonlyMap<string, Point> = $derived.by(() => {
    if (this.#time === 1 || this.#drifts.size === 0) return NO_POINTS
    const left = travelled(this.#time) - 1
    return new Map([...this.#drifts].map(([zone, { x, y }]) => [zone, { x: x * left, y: y * left }]))
  })

  constructor() {
    void import('./motions').then(
      (motions) => (explains = motions.explain),
      () => {},
    )
  }

  /** Goes to a scene in about `ms` milliseconds; the promise ends when it is there. `patient`: nobody waits to go on, so
   *  that a step in which one thing follows another may take longer. */
  async show(scene: Scene, ms: number, step: StepHints = {}, patient = false): Promise<void> {
    const first = this.scene === null
    this.#drifts = this.scene ? drifts(this.scene, scene) : NO_POINTS
    const { all, follows } = this.#explained(scene, step)
    this.scene = scene
    if (first || ms <= 0 || reducedMotion.matches || document.hidden || !anyMotion(all)) {
      this.#time = 1
      return
    }
    const time = !patient ? ms : follows ? ms * FOLLOWING : stretchedDuration(ms, all)
    this.#transitions = all
    this.#time = 0
    await new Promise<void>((done) => {
      let start: number | undefined
      const tick = (now: number) => {
        if (this.scene !== scene) return done() // another scene took over
        start ??= now
        if (this.#time < 1) this.#time = Math.min(1, (now - start) / time)
        if (this.#time < 1) requestAnimationFrame(tick)
        else done()
      }
      requestAnimationFrame(tick)
    })
  }

  /** Where zones drift, all that lies on them moves, and nothing more is made of that. */
  #explained(after: Scene, { dropped, origin, motions = [] }: StepHints): Explained {
    const before = this.scene
    const all = transitions(before, after, dropped, origin)
    if (!explains || !before || this.#drifts.size > 0) return { all, follows: false }
    return explains(all, { before, after, motions, origin, dropped })
  }

  /** Ends the animation at once. */
  finish(): void {
    this.#time = 1
  }
}

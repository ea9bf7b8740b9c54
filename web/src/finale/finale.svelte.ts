/** The scene at the end of a game: what counted lies in the light, part by part, and then the winners' pieces hop. */
import type { Scene } from '../protocol'
import type { Limelight } from '../scene/anim'
import { finaleSteps, hopsOf, type FinaleStep } from './finale_steps'

const HOPPING = 1400 // ms: the longest wait, and two hops (scene/SceneView.svelte)
const NO_COUNTERS: ReadonlyMap<string, string> = new Map()
const NO_HOPS: ReadonlyMap<string, number> = new Map()

export class Finale {
  step = $state.raw<FinaleStep | null>(null)
  #hops = $state.raw(NO_HOPS)
  #timer: ReturnType<typeof setTimeout> | undefined
  #done = () => {}

  /** What counters show while the scene counts, by id. */
  counters = $derived(this.step?.counters ?? NO_COUNTERS)
  limelight = $derived.by((): Limelight | null => {
    const { step } = this
    if (!step && this.#hops.size === 0) return null
    const style = this.styles[step?.line.seat ?? -1] ?? ''
    return { lit: step && new Set(step.lit), style, hops: this.#hops }
  })

  /** `styles`: of the seats, in order. */
  constructor(
    readonly scene: Scene,
    readonly winners: readonly number[],
    readonly styles: readonly string[],
  ) {}

  /** Plays it from its beginning. `done` is called when all is counted, or when it is skipped. */
  play(done = () => {}): void {
    this.end()
    this.#done = done
    this.#show(finaleSteps(this.scene, this.winners))
  }

  /** Ends the counting at once; the winners' pieces still hop. */
  skip(): void {
    if (this.step) this.#show([])
  }

  /** Nobody looks any more. */
  end(): void {
    clearTimeout(this.#timer)
    this.step = null
    this.#hops = NO_HOPS
    this.#done()
    this.#done = () => {}
  }

  #show([step, ...others]: FinaleStep[]): void {
    clearTimeout(this.#timer)
    if (step) {
      this.step = step
      this.#timer = setTimeout(() => this.#show(others), step.ms)
      return
    }
    this.end()
    this.#hops = hopsOf(this.scene, this.winners)
    this.#timer = setTimeout(() => (this.#hops = NO_HOPS), HOPPING)
  }
}

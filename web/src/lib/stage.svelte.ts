/** Plays the way from scene to scene: what is drawn at this instant. */
import type { Scene } from '../protocol'
import { at, moves, still, ways, type Drawn, type Held, type Way } from './motion'

const stillness = matchMedia('(prefers-reduced-motion: reduce)')

export class Stage {
  scene = $state.raw<Scene | null>(null)
  #ways = $state.raw<Way[]>([])
  #time = $state(1)

  /** Pieces as they are to be drawn now, bottom to top. */
  drawn: Drawn[] = $derived(
    this.#time < 1 ? this.#ways.map((way) => at(way, this.#time)) : (this.scene?.pieces ?? []).map(still),
  )
  moving = $derived(this.#time < 1)

  /** Goes to a scene in `ms` milliseconds; the promise ends when it stands there. */
  async show(scene: Scene, ms: number, held?: Held): Promise<void> {
    const all = ways(this.scene, scene, held)
    const first = this.scene === null
    this.scene = scene
    if (first || ms <= 0 || stillness.matches || document.hidden || !moves(all)) {
      this.#time = 1
      return
    }
    this.#ways = all
    this.#time = 0
    await new Promise<void>((done) => {
      let start: number | undefined
      const tick = (now: number) => {
        if (this.scene !== scene) return done() // another scene took over
        start ??= now
        this.#time = Math.min(1, (now - start) / ms)
        if (this.#time < 1) requestAnimationFrame(tick)
        else done()
      }
      requestAnimationFrame(tick)
    })
  }
}

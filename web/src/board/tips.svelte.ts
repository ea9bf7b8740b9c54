/** Tips: what a spot is for, shown beside it to a pointer that rests there, to a finger and to the keyboard. */
import type { Scene } from '../protocol'

const TIP_DELAY = 450 // ms on a spot before its tip appears
const TIP_GRACE = 200 // ms in which the pointer may go over to the tip, to read it

export class Tips {
  shown = $state<string | null>(null) // the spot whose tip is on show
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly scene: () => Scene | undefined) {}

  of(spot: string): string {
    return this.scene()?.tips.find((tip) => tip.spot === spot)?.words ?? ''
  }

  /** The pointer or the focus is there now; null: on no spot that has to be explained. */
  point(spot: string | null): void {
    clearTimeout(this.#timer)
    if (spot === this.shown && spot !== null) return
    const words = spot === null ? '' : this.of(spot)
    this.#timer = setTimeout(() => (this.shown = words === '' ? null : spot), words === '' ? TIP_GRACE : TIP_DELAY)
  }

  /** The pointer is on the tip itself. */
  stay(): void {
    clearTimeout(this.#timer)
  }

  /** It was clicked or tapped. False when it has no tip. */
  show(spot: string): boolean {
    clearTimeout(this.#timer)
    this.shown = this.of(spot) === '' ? null : spot
    return this.shown !== null
  }

  /** False when there was none. */
  hide(): boolean {
    clearTimeout(this.#timer)
    const there = this.shown !== null
    this.shown = null
    return there
  }
}

/** Shows the positions of a game one after the other, at a speed that the user chooses. */
import type { Moment } from '../protocol'
import { read, write } from '../browser/storage'
import { MOVE_GAP, BROWSE_TIME, stepDuration, type Dropped } from './anim'
import type { Stage } from './stage.svelte'

export const SPEEDS = ['slow', 'normal', 'fast'] as const
export type Speed = (typeof SPEEDS)[number]

const SPEED_KEY = 'rookery.speed'
/** For other players' moves, in ms: how long a piece moves, and how long a move rests before the next one begins. */
const DURATIONS: Record<Speed, { move: number; rest: number }> = {
  slow: { move: 850, rest: 1200 },
  normal: { move: 460, rest: 600 },
  fast: { move: 320, rest: MOVE_GAP },
}
const MANY_WAITING = 6 // moves: with more than these waiting all go faster, so that the page does not fall behind

/** A moment that waits to be shown. */
export interface PlaybackStep {
  moment: Moment
  others: boolean // somebody else has moved: nobody here has seen it yet
  origin?: string | undefined // the spot where the move began: pieces appear from there on
}

/** What playback has to know of the table. */
export interface PlaybackHost {
  browsing: () => boolean // somebody steps through the game
  hurried: () => boolean // the clock of somebody here is running: they want to see it at once
  /** Whether a moment may be seen, now or after what the promise waits for. */
  before: (moment: Moment) => 'show' | 'skip' | Promise<void>
}

export class Playback {
  shown = $state.raw<Moment | null>(null) // on the stage, possibly still in motion
  landed = $state.raw<Moment | null>(null) // the last one that has come to rest, or was played here
  running = $state(false) // moves of others are being shown
  speed = $state<Speed>('normal')
  dropped: Dropped | undefined // pieces that were just dropped: the next scene starts from there

  #queue: PlaybackStep[] = []
  #busy = false
  #round = 0 // grows when everything that waits is dropped
  #hurried = false // until nothing waits
  #ready = 0 // when the next move may begin, ms on the page's clock
  #wake = () => {}
  #playing = Promise.resolve()

  constructor(
    readonly stage: Stage,
    readonly host: PlaybackHost,
  ) {
    const known = read<Speed>(SPEED_KEY, 'normal')
    if (SPEEDS.includes(known)) this.speed = known
  }

  get busy(): boolean {
    return this.#busy
  }

  choose(speed: Speed): void {
    this.speed = speed
    write(SPEED_KEY, speed)
  }

  add(step: PlaybackStep): void {
    this.#queue.push(step)
    if (!this.#busy) this.#playing = this.#play()
  }

  /** Drops everything that waits to be shown, and what it waits for. */
  clear(): void {
    this.#queue = []
    this.#round += 1
    this.#wake()
  }

  /** Goes straight to the newest position; ends when it is shown. */
  async finish(): Promise<void> {
    if (!this.running) return
    this.#hurried = true
    this.stage.finish()
    this.#wake()
    await this.#playing
  }

  /** Plays the waiting positions one after the other. */
  async #play(): Promise<void> {
    this.#busy = true
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      const asked = this.host.before(step.moment)
      if (asked === 'skip') continue
      const round = this.#round
      const secret = asked !== 'show'
      const wait = secret ? asked : this.host.browsing() ? undefined : this.#rest(step)
      if (wait) await wait // without a wait the first moment is shown at once
      if (round === this.#round) await this.#show(step, secret)
    }
    this.#busy = false
    this.running = false
    this.#hurried = false
  }

  async #show({ moment, others, origin }: PlaybackStep, secret: boolean): Promise<void> {
    const { browsing } = this.host
    const first = this.shown === null
    const calm = secret || first || browsing()
    this.running = others && !calm
    const showing = this.stage.show(
      moment.scene,
      secret ? 0 : browsing() ? BROWSE_TIME : this.#moveTime(others),
      this.dropped,
      origin,
    )
    this.dropped = undefined
    this.shown = moment
    if (!others || calm) this.landed = moment
    await showing
    this.landed = moment
    if (!first) this.#ready = performance.now() + (others ? DURATIONS[this.#currentSpeed].rest : MOVE_GAP)
  }

  /** The speed for now: fast while a clock runs. */
  get #currentSpeed(): Speed {
    return this.host.hurried() ? 'fast' : this.speed
  }

  /** How long the next move takes, ms. */
  #moveTime(others: boolean): number {
    if (this.#hurried) return 0
    const waiting = this.#queue.length
    return !others || waiting > MANY_WAITING || this.#currentSpeed === 'fast'
      ? stepDuration(waiting)
      : DURATIONS[this.#currentSpeed].move
  }

  /** Waits until the previous move has rested long enough. */
  #rest({ others }: PlaybackStep): Promise<void> | undefined {
    const waiting = this.#queue.length
    const left = (this.#ready - performance.now()) / Math.max(1, waiting / MANY_WAITING)
    if (!others || this.#hurried || document.hidden || left <= 0 || (waiting > 2 && this.#currentSpeed === 'fast'))
      return
    this.running = true
    return new Promise((done) => {
      const timer = setTimeout(done, left)
      this.#wake = () => {
        clearTimeout(timer)
        done()
      }
    })
  }
}

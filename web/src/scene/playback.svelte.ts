/** Shows the positions of a game one after the other, at a speed that the user chooses. */
import { playbackSpeed, type Speed } from '../browser/playback_speed.svelte'
import type { ShownMoment } from '../state'
import { happenings } from './happenings'
import { MOVE_GAP, BROWSE_TIME, stepDuration, type Dropped } from './anim'
import type { Stage } from './stage.svelte'

/** For other players' moves, in ms: how long a piece moves, and how long a move rests before the next one begins. */
const DURATIONS: Record<Speed, { move: number; rest: number }> = {
  slow: { move: 850, rest: 1200 },
  normal: { move: 460, rest: 600 },
  fast: { move: 320, rest: MOVE_GAP },
}
const BEHIND = 4000 // ms: the most by which others' moves are shown later than they were heard of, at the normal speed
const FEW_WAITING = 2 // moves: at the fast speed none rests while more than these wait

/** A moment that waits to be shown. */
export interface PlaybackStep {
  moment: ShownMoment
  others: boolean // somebody else has moved: nobody here has seen it yet
  news?: 'own' | 'others' | undefined // whose move led there just now; undefined: it is only shown again
  origin?: string | undefined // the spot where the move began: pieces appear one by one, the nearest to it first
}

/** What playback has to know of the table. */
export interface PlaybackHost {
  browsing: () => boolean // somebody steps through the game
  onClock: () => boolean // the clock of somebody here is running: every move is shown fast
  /** Called before a moment is shown. 'show': now; 'skip': never; a promise: when the next player has the device. */
  before: (moment: ShownMoment) => 'show' | 'skip' | Promise<void>
  /** Hears what has happened when a move has landed: names of sounds. `own`: it was made here. */
  landed?: (happened: string[], own: boolean) => void
}

export class Playback {
  shown = $state.raw<ShownMoment | null>(null) // on the stage, possibly still in motion
  landed = $state.raw<ShownMoment | null>(null) // the last one that has come to rest, or was played here
  running = $state(false) // moves of others are being shown
  dropped: Dropped | undefined // pieces that were just dropped: the next scene starts from there

  #queue: PlaybackStep[] = $state.raw([])
  #heard = 0 // when the newest of them came, ms on the page's clock
  #busy = false
  #ended = false
  #clears = 0 // calls of clear(): a moment that has been waiting since an earlier one is not shown
  #skipping = false // finish() was called: moves take no time until none waits any more
  #ready = 0 // when the next move may begin, ms on the page's clock
  #wake = () => {} // ends the pause before a move
  #playing = Promise.resolve() // ends when nothing waits to be shown

  constructor(
    readonly stage: Stage,
    readonly host: PlaybackHost,
  ) {}

  /** Moves of others are being shown, and more of them wait: somebody may want to skip them. */
  get skippable(): boolean {
    return this.running && this.#queue.length > 0
  }

  /** Whether a moment is being shown or waits to be. */
  get busy(): boolean {
    return this.#busy
  }

  /** Shows a moment after those that wait; at once if none does. */
  add(step: PlaybackStep): void {
    this.#queue = [...this.#queue, step]
    this.#heard = performance.now()
    if (!this.#busy) this.#playing = this.#play()
  }

  /** Drops all moments that wait to be shown, and ends the pause before the first of them. */
  clear(): void {
    this.#queue = []
    this.#clears += 1
    this.#wake()
  }

  /** Nobody looks any more. */
  end(): void {
    this.#ended = true
    this.clear()
  }

  /** Skips the moves of others that are being shown; ends when the newest position is shown. Does nothing while no moves
   *  of others are shown. */
  async finish(): Promise<void> {
    if (!this.running) return
    this.#skipping = true
    this.stage.finish()
    this.#wake()
    await this.#playing
  }

  /** Plays the waiting positions one after the other. */
  async #play(): Promise<void> {
    this.#busy = true
    for (let step = this.#queue[0]; step; step = this.#queue[0]) {
      this.#queue = this.#queue.slice(1)
      const answer = this.host.before(step.moment)
      if (answer === 'skip') continue
      const clears = this.#clears
      const handedOver = answer !== 'show'
      const pause = handedOver || this.host.browsing() || !step.others ? 0 : this.#restLeft()
      // Nothing is awaited where nothing has to be: the first moment is shown at once.
      if (handedOver) await answer
      else if (pause > 0) {
        this.running = true
        await this.#wait(pause)
      }
      if (clears === this.#clears) await this.#show(step, handedOver)
    }
    this.#busy = false
    this.running = false
    this.#skipping = false
  }

  async #show({ moment, others, news, origin }: PlaybackStep, handedOver: boolean): Promise<void> {
    const { browsing } = this.host
    const first = this.shown === null
    const before = first || handedOver || this.#skipping ? null : this.stage.scene
    this.running = others && !handedOver && !first && !browsing()
    const showing = this.stage.show(
      moment.scene,
      handedOver ? 0 : browsing() ? BROWSE_TIME : this.#moveTime(others),
      { dropped: this.dropped, origin, motions: moment.motions },
      news === 'others' && !browsing(),
    )
    this.dropped = undefined
    this.shown = moment
    if (!this.running) this.landed = moment
    await showing
    this.landed = moment
    if (news && before) this.#tell(happenings(before, moment.scene), news === 'own')
    if (!first) this.#ready = performance.now() + (others ? DURATIONS[this.#currentSpeed].rest : MOVE_GAP)
  }

  /** What has happened is heard, if somebody looks at the newest position. */
  #tell(happened: string[], own: boolean): void {
    if (happened.length > 0 && !this.#ended && !this.host.browsing()) this.host.landed?.(happened, own)
  }

  /** The speed for now: fast while the clock of somebody here runs. */
  get #currentSpeed(): Speed {
    return this.host.onClock() ? 'fast' : playbackSpeed.chosen
  }

  /** How long the next move takes, ms. */
  #moveTime(others: boolean): number {
    if (this.#skipping) return 0
    if (!others || this.#currentSpeed === 'fast') return stepDuration(this.#queue.length)
    return DURATIONS[this.#currentSpeed].move * this.#unhurried()
  }

  /** Of the time that moves of others should take, the part that there is: all that wait land in time. */
  #unhurried(): number {
    const { move, rest } = DURATIONS[this.#currentSpeed]
    const most = BEHIND * (move / DURATIONS.normal.move)
    const left = this.#heard + most - performance.now()
    return Math.min(1, Math.max(0, left / ((this.#queue.length + 1) * (move + rest))))
  }

  /** How long the move shown last still rests before another one of others begins, ms. */
  #restLeft(): number {
    const waiting = this.#queue.length
    const catchingUp = this.#currentSpeed === 'fast' && waiting > FEW_WAITING
    if (this.#skipping || document.hidden || catchingUp) return 0
    return (this.#ready - performance.now()) * this.#unhurried()
  }

  /** Waits so many ms, or until `#wake` is called. */
  #wait(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms)
      this.#wake = () => {
        clearTimeout(timer)
        done()
      }
    })
  }
}

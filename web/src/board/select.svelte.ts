/** Choosing a move: the clicks so far, what the pointer is on, and whether to ask first. */
import type { Choice, Scene } from '../protocol'
import type { BoardTable } from '../state'
import { alwaysAsk } from '../browser/kept_choices.svelte'
import { click, nextSpots, openChoices } from '../scene/paths'
import { changesText, spotReason, type Change } from '../scene/poses'
import { spotText } from '../text/move_text'
import { DragAndDrop } from './drag.svelte'
import { Explanations } from './explain.svelte'
import { HeldPiece } from './held_piece.svelte'
import { Previews } from './preview.svelte'
import { Tips } from './tips.svelte'

const PREVIEW_DELAY = 45 // ms on a spot before its preview is made: a pointer that passes by costs nothing
const REASON_DELAY = 400 // ms on a spot that cannot be chosen before the page says why: words must not flicker in passing

export class Selection {
  path = $state.raw<string[]>([])
  pointed = $state<string | null>(null) // the spot under the pointer, or focused by keyboard
  rested = $state<string | null>(null) // the pointer has been there for a while
  listed = $state.raw<Choice | null>(null) // pointed at in the list of moves
  asking = $state.raw<Choice | null>(null) // waits for a Confirm
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly held: HeldPiece
  readonly drag: DragAndDrop
  readonly previews: Previews
  readonly explanations: Explanations
  readonly tips: Tips

  constructor(readonly table: BoardTable) {
    this.held = new HeldPiece(
      () => (this.choices.length > 0 ? (this.scene ?? null) : null),
      () => this.path,
    )
    this.drag = new DragAndDrop(this)
    this.previews = new Previews(table, () => this.candidate)
    this.explanations = new Explanations(table, this)
    this.tips = new Tips(() => this.scene)
  }

  scene: Scene | undefined = $derived.by(() => this.table.shown?.scene)
  choices: Choice[] = $derived.by(() => (this.table.live ? (this.scene?.choices ?? []) : []))
  open: Choice[] = $derived(openChoices(this.choices, this.path))

  /** What can be clicked next. The step of the held pose is left out: a click on a place includes it. */
  next: Map<string, Choice | null> = $derived.by(() => {
    const steps = new Map([...nextSpots(this.choices, this.path), ...this.held.fits])
    if (this.held.pose) steps.delete(this.held.pose.id)
    return steps
  })

  /** The complete choice at hand: listed, pointed at, or asked about. */
  candidate: Choice | null = $derived.by(() => {
    const pointed = this.pointed === null ? undefined : this.next.get(this.pointed)
    return this.listed ?? pointed ?? this.asking
  })

  prompt: string = $derived.by(() => {
    const { scene, held } = this
    if (!scene || this.choices.length === 0) return ''
    if (this.asking) return 'Confirm your move, or choose another one'
    if (held.pose && held.fits.size === 0) return `It fits nowhere as it lies: ${changesText(held.changes)}`
    const asked = !held.pose && scene.asks.find((ask) => ask.after === this.path.at(-1))
    if (asked) return asked.words
    const steps = this.path.length + (held.pose ? 1 : 0)
    return scene.prompts[Math.min(steps, scene.prompts.length - 1)] ?? ''
  })

  /** The place that the held piece is shown at: under the pointer, or where a finger has laid it. */
  place: string | null = $derived.by(() => {
    const { pointed, held } = this
    return pointed !== null && held.places.has(pointed) ? pointed : held.laid
  })
  misfit: string = $derived.by(() => this.held.misfit(this.place))

  /** For the spot that is pointed at, where a click would not complete a move: what it is, if a move can begin there, or why none can. */
  hint: string = $derived.by(() => {
    const { pointed, scene } = this
    if (pointed === null || !scene || this.choices.length === 0) return ''
    if (this.next.get(pointed) === null) return spotText(scene, pointed)
    if (this.next.has(pointed) || this.tips.of(pointed) !== '') return ''
    const known = spotReason(scene, pointed) || this.held.misfit(pointed)
    return known || this.rested !== pointed ? known : this.explanations.why(pointed)
  })

  /** What is said of the move at hand, or of the spot that is pointed at. */
  note: string = $derived.by(() => this.candidate?.words || this.explanations.refused || this.hint)

  /** A new position: nothing is chosen, no preview is known. */
  reset(): void {
    this.path = []
    this.asking = null
    this.listed = null
    this.drag.active = null
    this.held.reset()
    this.previews.reset()
    this.explanations.clear()
    this.tips.hide()
    this.rested = null
  }

  /** A click, tap or key press on a spot. `careful`: a finger, which has seen no preview yet. */
  press(spot: string, careful: boolean): void {
    const { held } = this
    this.explanations.clear()
    this.tips.hide()
    const put = held.pose ? held.fits.get(spot) : undefined
    if (put) {
      held.laid = careful || alwaysAsk.on ? spot : null
      return this.pick(put, careful)
    }
    if (held.pose && put === null) return this.walk([...this.path, held.pose.id, spot])
    if (held.has(spot)) {
      held.take(spot)
      return this.#poseChanged()
    }
    const step = click(this.choices, this.path, spot)
    if (step.kind === 'step') this.walk(step.path)
    else if (step.kind === 'choice') this.pick(step.choice, careful)
    else if (held.misfit(spot)) {
      // A finger lays it there anyway: it may fit once it is turned.
      if (careful) held.laid = spot
      this.asking = null
      this.table.say(`${held.misfit(spot)}.`)
    } else if (this.tips.show(spot)) this.table.say(`${this.tips.of(spot)}.`)
    else if (this.choices.length > 0) this.explanations.explain(spot)
    else this.explanations.describe(spot)
  }

  /** Turns the held piece. If it has been laid down already, the page asks again for a Confirm. */
  change(change: Change): boolean {
    if (!this.held.change(change)) return false
    this.#poseChanged()
    return true
  }

  #poseChanged(): void {
    const { held, place } = this
    const choice = place === null ? undefined : held.fits.get(place)
    if (held.laid !== null) this.asking = held.fits.get(held.laid) ?? null
    if (choice) this.previews.want(choice)
    const there = place === null ? '' : (choice?.words ?? this.misfit)
    this.table.say(`${held.pose?.words}.${there && ` ${there}.`}`)
  }

  pick(choice: Choice, careful: boolean): void {
    const sure = this.asking?.action === choice.action || !(careful || alwaysAsk.on)
    if (sure) return this.play(choice)
    this.asking = choice
    this.previews.want(choice)
    this.table.say(`${choice.words}. Press again or Confirm to play it.`)
  }

  play(choice: Choice): void {
    const { held, previews } = this
    previews.want(choice)
    // The player has put these pieces down already: they do not appear a second time.
    if (held.pose && choice.path.includes(held.pose.id) && previews.ghosts) {
      this.table.playback.dropped = new Map(previews.ghosts.arriving.map((piece) => [piece.id, piece]))
    }
    this.asking = null
    held.laid = null
    this.listed = null
    this.table.move(choice.action)
  }

  /** One step back. False when there is nothing to take back. */
  back(): boolean {
    this.explanations.forget()
    if (this.tips.hide()) return true
    if (this.drag.active) this.walk(this.drag.active.before)
    else if (this.asking || this.held.laid !== null) {
      this.asking = null
      this.held.laid = null
    } else if (this.path.length > 0) this.walk(this.path.slice(0, -1))
    else return false
    return true
  }

  /** The pointer, or the keyboard's focus, is there now; null: nowhere. */
  point(spot: string | null): void {
    if (spot === this.pointed) return
    this.pointed = spot
    this.rested = null
    if (spot !== null) this.explanations.forget()
    // not where the held piece may go: the tip would lie over that place
    this.tips.point(spot !== null && !this.held.places.has(spot) ? spot : null)
    clearTimeout(this.#timer)
    const choice = spot === null ? null : this.next.get(spot)
    // It may have been played by then.
    if (choice)
      this.#timer = setTimeout(() => this.choices.includes(choice) && this.previews.want(choice), PREVIEW_DELAY)
    else if (choice === undefined) this.#timer = setTimeout(() => (this.rested = spot), REASON_DELAY)
  }

  /** The pointer is on a choice in the list of moves; null: on none. */
  list(choice: Choice | null): void {
    this.listed = choice
    this.explanations.forget()
    if (choice) this.previews.want(choice)
  }

  /** Sets the clicks so far. */
  walk(path: string[]): void {
    // A pose is not a step of its own: it is what the player holds.
    const pose = path.at(-1)
    const taken = pose !== undefined && this.scene?.poses.some(({ id }) => id === pose)
    this.path = taken ? path.slice(0, -1) : path
    this.asking = null
    this.drag.active = null
    this.explanations.forget()
    this.held.laid = null
    if (taken) this.held.take(pose)
    this.table.say(this.prompt)
  }
}

/** Choosing a move: the clicks so far, what the pointer is on, what it would do, and whether to ask first. */
import type { Choice, Scene, Spot } from '../protocol'
import { boxAt } from '../scene/geometry'
import { Hand } from './held_piece.svelte'
import { read, write } from '../browser/storage'
import { ghosts, moved, type Ghosts } from '../scene/anim'
import { click, next, open } from '../scene/paths'
import { barred, either, type Change } from '../scene/poses'
import type { Table } from '../table/table.svelte'
import { capital } from '../text/english'
import { spoken } from '../text/move_text'

const ASK = 'rookery.ask'
const REST = 400 // ms on a place that cannot be chosen, until it is asked why
const READ = 8000 // ms for which whoever waits reads what lies at a place
const PATIENCE = 45 // ms on a spot before its preview is asked for: a pointer passing by asks nothing

export interface Drag {
  ids: string[] // of the pieces in the hand
  from: { x: number; y: number } // where it was taken, in squares
  to: { x: number; y: number } // where it is
  before: string[] // the path to return to when it is dropped nowhere
}

export class Picking {
  path = $state.raw<string[]>([])
  pointed = $state<string | null>(null) // the spot under the pointer, or focused by keyboard
  named = $state.raw<Choice | null>(null) // pointed at in the list of moves
  asking = $state.raw<Choice | null>(null) // waits for a Confirm
  drag = $state.raw<Drag | null>(null)
  refused = $state('') // why the last click did nothing
  described = $state('') // what lies where whoever waits or watches clicked last, for a while
  alwaysAsk = $state(read(ASK, false))

  #whys = $state.raw<ReadonlyMap<string, string>>(new Map()) // why a click does nothing at this ply, by the clicks
  #clicked = '' // the clicks whose last one did nothing, while the server is asked why
  #known = $state.raw<ReadonlyMap<number, Scene>>(new Map()) // previews of this ply, by action
  #ply = -1
  #timer: ReturnType<typeof setTimeout> | undefined
  #reader: ReturnType<typeof setTimeout> | undefined

  scene: Scene | undefined = $derived.by(() => this.table.shown?.scene)
  choices: Choice[] = $derived.by(() => (this.table.live ? (this.scene?.choices ?? []) : []))
  open: Choice[] = $derived(open(this.choices, this.path))
  hand = new Hand(
    () => (this.choices.length > 0 ? (this.scene ?? null) : null),
    () => this.path,
  )

  /** What a click can go on with. The step of the pose in the hand need not be taken: a click on a place takes it. */
  next: Map<string, Choice | null> = $derived.by(() => {
    const steps = new Map([...next(this.choices, this.path), ...this.hand.fits])
    if (this.hand.pose) steps.delete(this.hand.pose.id)
    return steps
  })

  /** The complete choice at hand: listed, pointed at, or asked about. */
  candidate: Choice | null = $derived.by(() => {
    const pointed = this.pointed === null ? undefined : this.next.get(this.pointed)
    return this.named ?? pointed ?? this.asking
  })

  /** What the candidate, or the move on its way, would change on the board. */
  ghosts: Ghosts | null = $derived.by(() => {
    const action = this.table.sent?.action ?? this.candidate?.action
    const scene = this.table.stage.scene
    const then = action === undefined ? undefined : this.#known.get(action)
    if (!then || !scene || this.table.stage.moving || this.table.shown !== this.table.newest) return null
    return this.table.looking === null ? ghosts(scene, then) : null
  })

  prompt: string = $derived.by(() => {
    const { scene } = this
    if (!scene || this.choices.length === 0) return ''
    if (this.asking) return 'Confirm your move, or choose another one'
    if (this.hand.pose && this.hand.fits.size === 0) return `It fits nowhere as it lies: ${either(this.hand.changes)}`
    const asked = !this.hand.pose && scene.asks.find((ask) => ask.after === this.path.at(-1))
    if (asked) return asked.words
    const steps = this.path.length + (this.hand.pose ? 1 : 0)
    return scene.prompts[Math.min(steps, scene.prompts.length - 1)] ?? ''
  })

  /** The place that the thing in the hand is shown at: under the pointer, or where a finger has laid it. */
  place: string | null = $derived.by(() => {
    const { pointed, hand } = this
    return pointed !== null && hand.places.has(pointed) ? pointed : hand.laid
  })
  misfit: string = $derived(this.hand.misfit(this.place))

  /** Of the spot that is pointed at, where no move is at hand: what it is, if one can begin with it, or why none can. */
  hint: string = $derived.by(() => {
    const { pointed, scene } = this
    if (pointed === null || !scene || this.choices.length === 0) return ''
    return this.next.get(pointed) === null
      ? spoken(scene, pointed)
      : this.next.has(pointed)
        ? ''
        : this.#why(scene, pointed)
  })

  constructor(readonly table: Table) {
    table.onPreview = (ply, action, scene) => {
      if (ply === this.#ply) this.#known = new Map(this.#known).set(action, scene)
    }
    table.onBecause = ({ ply, path, spot, words }) => {
      if (ply !== this.#ply || words === '') return
      this.#whys = new Map(this.#whys).set([...path, spot].join(' '), words)
      if (this.#clicked === this.#click(spot)) this.#tellWhy(words)
    }
  }

  /** A new position: nothing is chosen, no preview is known. */
  reset(): void {
    this.path = []
    this.refused = ''
    this.described = ''
    this.asking = null
    this.named = null
    this.drag = null
    this.hand.reset()
    this.#known = new Map()
    this.#whys = new Map()
    this.#clicked = ''
    this.#ply = this.table.newest?.ply ?? -1
  }

  setAlwaysAsk(on: boolean): void {
    this.alwaysAsk = on
    write(ASK, on)
  }

  /** A click, tap or key press on a spot. `careful`: a finger, which has seen no preview yet. */
  press(spot: string, careful: boolean): void {
    const { hand } = this
    this.refused = ''
    this.described = ''
    const put = hand.pose ? hand.fits.get(spot) : undefined
    if (put) {
      hand.laid = careful || this.alwaysAsk ? spot : null
      return this.pick(put, careful)
    }
    if (hand.pose && put === null) return this.#walk([...this.path, hand.pose.id, spot])
    if (hand.has(spot)) {
      hand.take(spot)
      return this.#lies()
    }
    const step = click(this.choices, this.path, spot)
    if (step.kind === 'step') this.#walk(step.path)
    else if (step.kind === 'choice') this.pick(step.choice, careful)
    else if (hand.misfit(spot)) {
      // A finger lays it there all the same: it may fit once it is turned.
      if (careful) hand.laid = spot
      this.asking = null
      this.table.say(`${hand.misfit(spot)}.`)
    } else if (this.choices.length > 0) this.#refuse(spot)
    else this.#tellWhat(spot)
  }

  /** What lies there, to whoever waits or watches: it is in their own scene, and nobody is asked. */
  #tellWhat(spot: string): void {
    const { scene, table } = this
    const words = scene ? capital(spoken(scene, spot)) : ''
    if (words === '' || table.sent || table.looking !== null || table.newest?.over) return
    this.described = words
    table.say(`${words}.`)
    clearTimeout(this.#reader)
    this.#reader = setTimeout(() => (this.described = ''), READ) // what it hides is needed, too
  }

  /** Says why a click does nothing, as soon as the server has said it. */
  #refuse(spot: string): void {
    const { scene } = this
    if (!scene) return
    const known = this.#why(scene, spot)
    if (known) return this.#tellWhy(known)
    this.#clicked = this.#click(spot)
    if (!this.#askWhy(spot)) this.#tellWhy('There is no connection right now')
  }

  #tellWhy(words: string): void {
    this.#clicked = ''
    this.refused = words
    this.table.say(`${words}.`)
  }

  /** Why a click there does nothing after the clicks so far; "" where nobody has asked yet. */
  #why(scene: Scene, spot: string): string {
    return barred(scene, spot) || (this.#whys.get(this.#click(spot)) ?? '')
  }

  #askWhy(spot: string): boolean {
    const takebacks = this.table.newest?.takebacks ?? 0
    return this.table.send({ type: 'why not', ply: this.#ply, path: this.path, spot, takebacks })
  }

  /** The clicks so far and this one, as one text. */
  #click(spot: string): string {
    return [...this.path, spot].join(' ')
  }

  /** Turns what is in the hand; where it lies already, the question is asked anew. */
  change(change: Change): boolean {
    if (!this.hand.change(change)) return false
    this.#lies()
    return true
  }

  /** What is in the hand lies otherwise than before. */
  #lies(): void {
    const { hand, place } = this
    const choice = place === null ? undefined : hand.fits.get(place)
    if (hand.laid !== null) this.asking = hand.fits.get(hand.laid) ?? null
    if (choice) this.want(choice)
    const there = place === null ? '' : (choice?.words ?? this.misfit)
    this.table.say(`${hand.pose?.words}.${there && ` ${there}.`}`)
  }

  pick(choice: Choice, careful: boolean): void {
    const sure = this.asking?.action === choice.action || !(careful || this.alwaysAsk)
    if (sure) this.play(choice)
    else {
      this.asking = choice
      this.want(choice)
      this.table.say(`${choice.words}. Press again or Confirm to play it.`)
    }
  }

  play(choice: Choice): void {
    this.want(choice)
    // What was put there by hand has landed: it does not appear once more.
    if (this.hand.pose && choice.path.includes(this.hand.pose.id) && this.ghosts) {
      this.table.playback.held = new Map(this.ghosts.arriving.map((piece) => [piece.id, piece]))
    }
    this.asking = null
    this.hand.laid = null
    this.named = null
    this.table.move(choice.action)
  }

  /** One step back. False when there is nothing to take back. */
  back(): boolean {
    this.refused = ''
    if (this.drag) this.#walk(this.drag.before)
    else if (this.asking || this.hand.laid !== null) {
      this.asking = null
      this.hand.laid = null
    } else if (this.path.length > 0) this.#walk(this.path.slice(0, -1))
    else return false
    return true
  }

  point(spot: string | null): void {
    if (spot === this.pointed) return
    this.pointed = spot
    if (spot !== null) this.refused = ''
    clearTimeout(this.#timer)
    const choice = spot === null ? null : this.next.get(spot)
    // By then it may be played: a preview of the past would be refused.
    if (choice) this.#timer = setTimeout(() => this.choices.includes(choice) && this.want(choice), PATIENCE)
    else if (choice === undefined) this.#timer = setTimeout(() => this.#rests(spot), REST)
  }

  /** Whoever lingers on a place that nobody can choose wants to know what is wrong with it. */
  #rests(spot: string | null): void {
    const { scene, hand } = this
    if (!scene || this.choices.length === 0 || spot === null || spot !== this.pointed) return
    const told =
      this.next.has(spot) || hand.misfit(spot) !== '' || this.path.includes(spot) || this.#why(scene, spot) !== ''
    if (!told) this.#askWhy(spot)
  }

  name(choice: Choice | null): void {
    this.named = choice
    this.refused = ''
    if (choice) this.want(choice)
  }

  /** Asks for a preview, once. */
  want(choice: Choice): void {
    const takebacks = this.table.newest?.takebacks ?? 0
    if (!this.#known.has(choice.action))
      this.table.send({ type: 'preview', ply: this.#ply, action: choice.action, takebacks })
  }

  // ── Drag and drop: the same paths, by hand ──

  /** Whether something lies there that a hand can take. */
  draggable(spot: string): boolean {
    if (this.hand.fits.has(spot)) return false // what is in the hand goes there
    const step = click(this.choices, this.path, spot)
    if (step.kind !== 'step' || step.path.at(-1) !== spot) return false
    return this.hand.has(spot) || this.#top(spot) !== undefined
  }

  take(spot: string, from: { x: number; y: number }): boolean {
    const step = click(this.choices, this.path, spot)
    const top = this.hand.has(spot) ? undefined : this.#top(spot)
    if (!this.draggable(spot) || step.kind !== 'step') return false
    const before = this.path
    this.#walk(step.path)
    this.drag = { ids: top ? [top.id] : [], from, to: from, before }
    const sample = this.open[0]
    if (top && sample) this.want(sample)
    return true
  }

  carry(to: { x: number; y: number }): void {
    if (!this.drag) return
    this.drag = { ...this.drag, to, ids: this.drag.ids.length > 0 ? this.#inHand() : [] }
    this.hand.hover(to)
    const targets = this.targets()
    this.point(boxAt(targets, to.x, to.y))
  }

  drop(): void {
    const { drag, pointed } = this
    if (!drag) return
    const spot = pointed !== null && this.next.has(pointed) ? pointed : null
    const choice = spot === null ? null : this.next.get(spot)
    if (choice) {
      const dx = drag.to.x - drag.from.x
      const dy = drag.to.y - drag.from.y
      const pieces = this.table.stage.scene?.pieces.filter((piece) => drag.ids.includes(piece.id)) ?? []
      this.table.playback.held = new Map(pieces.map((piece) => [piece.id, { x: piece.x + dx, y: piece.y + dy }]))
    }
    this.drag = null
    this.pointed = null
    if (choice) this.pick(choice, false)
    else if (spot !== null && this.hand.fits.has(spot)) this.press(spot, false)
    else if (spot !== null) this.#walk([...this.path, spot])
    else this.#walk(drag.before)
  }

  targets(): Spot[] {
    return (this.table.stage.scene?.spots ?? []).filter((spot) => this.next.has(spot.id))
  }

  #top(spot: string) {
    return this.table.stage.scene?.pieces.findLast((piece) => piece.spot === spot)
  }

  /** Which pieces leave the spot: a preview of any open choice tells; until one has come, the top one. */
  #inHand(): string[] {
    const scene = this.table.stage.scene
    const spot = this.path.at(-1)
    const then = this.open.map((choice) => this.#known.get(choice.action)).find((known) => known !== undefined)
    if (!scene || !then) return this.drag?.ids ?? []
    const later = new Map(then.pieces.map((piece) => [piece.id, piece]))
    const leaving = scene.pieces.filter((piece) => piece.spot === spot && moved(piece, later.get(piece.id) ?? piece))
    return leaving.length > 0 ? leaving.map((piece) => piece.id) : (this.drag?.ids ?? [])
  }

  #walk(path: string[]): void {
    // A pose is not a step that one has taken: it is what is in the hand.
    const pose = path.at(-1)
    const taken = pose !== undefined && this.scene?.poses.some(({ id }) => id === pose)
    this.path = taken ? path.slice(0, -1) : path
    this.asking = null
    this.drag = null
    this.refused = ''
    this.hand.laid = null
    if (taken) this.hand.take(pose)
    this.table.say(this.prompt)
  }
}

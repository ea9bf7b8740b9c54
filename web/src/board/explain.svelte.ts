/** Explains why a click does nothing, in words of the game or the server. Describes places to people who only watch. */
import type { Choice, Scene } from '../protocol'
import type { BoardTable } from '../state'
import { spotReason } from '../scene/poses'
import { capital } from '../text/english'
import { spotText } from '../text/move_text'

const READ_TIME = 8000 // ms for which a description stays

/** The clicks so far. */
export interface Clicks {
  readonly scene: Scene | undefined
  readonly choices: readonly Choice[]
  readonly path: readonly string[]
}

export class Explanations {
  refused = $state('') // why the last click did nothing
  described = $state('') // the place that a waiting or watching person clicked last, described; cleared after a while

  #known = $state.raw<ReadonlyMap<string, string>>(new Map()) // why a click does nothing at this ply, by the clicks
  #asked = '' // the clicks that the server has been asked about, as one text
  #ply = -1
  #reader: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly table: BoardTable,
    readonly clicks: Clicks,
  ) {
    table.onExplanation = ({ ply, path, spot, words }) => {
      if (ply !== this.#ply || words === '') return
      this.#known = new Map(this.#known).set([...path, spot].join(' '), words)
      if (this.#asked === this.#upTo(spot)) this.#refuse(words)
    }
  }

  clear(): void {
    this.refused = ''
    this.described = ''
  }

  reset(): void {
    this.clear()
    this.#known = new Map()
    this.#asked = ''
    this.#ply = this.table.newest?.ply ?? -1
  }

  /** A click did nothing: says why, at once or when the server has answered. */
  explain(spot: string): void {
    const { scene } = this.clicks
    if (!scene) return
    const known = this.why(scene, spot)
    if (known) return this.#refuse(known)
    this.#asked = this.#upTo(spot)
    if (!this.ask(spot)) this.#refuse('There is no connection right now')
  }

  /** Describes what lies there. The scene of people who wait or watch says it, so the server is not asked. */
  describe(spot: string): void {
    const { table } = this
    const { scene } = this.clicks
    const words = scene ? capital(spotText(scene, spot)) : ''
    if (words === '' || table.sent || table.browsing !== null || table.newest?.over) return
    this.described = words
    table.say(`${words}.`)
    clearTimeout(this.#reader)
    this.#reader = setTimeout(() => (this.described = ''), READ_TIME) // the text that it replaces is needed as well
  }

  /** Why a click there does nothing after the clicks so far; "" while that is not known. */
  why(scene: Scene, spot: string): string {
    return spotReason(scene, spot) || (this.#known.get(this.#upTo(spot)) ?? '')
  }

  /** Asks the server. False when there is no connection. */
  ask(spot: string): boolean {
    const takebacks = this.table.newest?.takebacks ?? 0
    return this.table.send({ type: 'why not', ply: this.#ply, path: [...this.clicks.path], spot, takebacks })
  }

  #refuse(words: string): void {
    this.#asked = ''
    this.refused = words
    this.table.say(`${words}.`)
  }

  /** The clicks so far and this one, as one text. */
  #upTo(spot: string): string {
    return [...this.clicks.path, spot].join(' ')
  }
}

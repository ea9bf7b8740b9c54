/** Explains why a click does nothing, in words of the game. Describes places to people who only watch. */
import type { Scene } from '../protocol'
import type { BoardTable } from '../state'
import { spotReason } from '../scene/poses'
import { capital } from '../text/english'
import { spotText } from '../text/move_text'

const READ_TIME = 8000 // ms for which a description stays

/** The clicks so far. */
export interface Clicks {
  readonly scene: Scene | undefined
  readonly path: readonly string[]
}

export class Explanations {
  refused = $state('') // why the last click did nothing
  described = $state('') // the place that a waiting or watching person clicked last, described; cleared after a while

  #known = $state.raw<ReadonlyMap<string, string>>(new Map()) // why a click does nothing at this ply, by the clicks
  #reader: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly table: BoardTable,
    readonly clicks: Clicks,
  ) {}

  clear(): void {
    this.refused = ''
    this.described = ''
  }

  reset(): void {
    this.clear()
    this.#known = new Map()
  }

  /** A click did nothing: says why. */
  explain(spot: string): void {
    const { scene } = this.clicks
    if (!scene) return
    if (this.why(scene, spot) === '') this.ask(spot)
    this.#refuse(this.why(scene, spot) || 'A click there does nothing now')
  }

  /** Describes what lies there, as the scene says it. */
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

  /** Finds out why. */
  ask(spot: string): void {
    try {
      const words = this.table.newest?.explain?.(this.clicks.path, spot) ?? ''
      this.#known = new Map(this.#known).set(this.#upTo(spot), words)
    } catch (error) {
      console.error(error) // another click can be made without its reason
    }
  }

  #refuse(words: string): void {
    this.refused = words
    this.table.say(`${words}.`)
  }

  /** The clicks so far and this one, as one text. */
  #upTo(spot: string): string {
    return [...this.clicks.path, spot].join(' ')
  }
}

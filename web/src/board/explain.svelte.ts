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

  #reader: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly table: BoardTable,
    readonly clicks: Clicks,
  ) {}

  clear(): void {
    this.refused = ''
    this.described = ''
  }

  /** A click did nothing: says why. */
  explain(spot: string): void {
    if (!this.clicks.scene) return
    this.refused = this.why(spot) || 'A click there does nothing now'
    this.table.say(`${this.refused}.`)
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

  /** Why a click there does nothing after the clicks so far; "" where the page does not know. */
  why(spot: string): string {
    const { scene, path } = this.clicks
    try {
      return (scene && spotReason(scene, spot)) || (this.table.newest?.explain?.(path, spot) ?? '')
    } catch (error) {
      console.error(error) // another click can be made without its reason
      return ''
    }
  }
}

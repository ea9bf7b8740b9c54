/** Explains why a click does nothing, in words of the game. Describes places to people who only watch. */
import type { Scene } from '../protocol'
import type { BoardTable, ShownMoment } from '../state'
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
  #click = {} // the last one; another object once something else has happened
  #late = $state.raw<{ of: ShownMoment; reasons: ReadonlyMap<string, string> } | null>(null) // those that came later

  constructor(
    readonly table: BoardTable,
    readonly clicks: Clicks,
  ) {}

  clear(): void {
    this.forget()
    this.described = ''
  }

  /** The last click counts no more. */
  forget(): void {
    this.refused = ''
    this.#click = {}
  }

  /** A click did nothing: says why, as soon as the page knows it. */
  explain(spot: string): void {
    if (!this.clicks.scene) return
    const click = (this.#click = {})
    const told = this.#told(spot)
    if (told instanceof Promise) void told.then((words) => click === this.#click && this.#refuse(words))
    else this.#refuse(told)
  }

  #refuse(words: string): void {
    this.refused = words || 'A click there does nothing now'
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

  /** Why a click there does nothing after the clicks so far; "" where the page does not know, or not yet. */
  why(spot: string): string {
    const told = this.#told(spot)
    return told instanceof Promise ? '' : told
  }

  #told(spot: string): string | Promise<string> {
    const { scene, path } = this.clicks
    const { newest } = this.table
    const key = JSON.stringify([path, spot])
    const known = (scene && spotReason(scene, spot)) || (this.#late?.of === newest && this.#late?.reasons.get(key))
    if (known || !newest?.explain) return known || ''
    try {
      const told = newest.explain(path, spot)
      return typeof told === 'string' ? told : told.then((words) => this.#keep(newest, key, words), unknown)
    } catch (error) {
      return unknown(error)
    }
  }

  #keep(of: ShownMoment, key: string, words: string): string {
    const before = this.#late?.of === of ? this.#late.reasons : []
    this.#late = { of, reasons: new Map([...before, [key, words]]) }
    return words
  }
}

/** Another click can be made without its reason. */
function unknown(error: unknown): string {
  console.error(error)
  return ''
}

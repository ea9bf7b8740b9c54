/** What a player asks the engine of this page: one thing at a time, answered from what the seat that decides knows. */
import { parlour } from '#parlour'
import type { Engine, EngineListener } from '../engine/engine'
import type { Table } from '../state'

export type Wanted = 'hint' | 'threat'
/** Begins to look, in what the seat knows, and returns what ends it. What `listen` makes hears nothing too late. */
export type LookInView = (
  engine: Engine,
  view: string,
  listen: <Answer>(told: (answer: Answer) => void) => EngineListener<Answer>,
) => () => void

export class EngineHelp {
  wanted = $state<Wanted | null>(null) // what is looked for
  failure = $state('') // a sentence
  #look: LookInView | null = null // waits for what the server says
  #ply = -1 // for which the server has been asked
  #question = 0
  #stop = () => {}

  constructor(readonly table: Table) {
    table.onView = (ply, view) => {
      if (!this.#look) return
      if (view === null) this.reset()
      else if (ply === this.#ply) void this.#begin(this.#look, view)
    }
  }

  ask(wanted: Wanted, look: LookInView): void {
    const { newest } = this.table
    if (!newest || this.wanted) return
    this.failure = ''
    if (!this.table.send({ type: 'ask view', ply: newest.ply, takebacks: newest.takebacks }))
      return this.fail('There is no connection right now.')
    this.wanted = wanted
    this.#ply = newest.ply
    this.#look = look
  }

  /** What was asked for has been found. */
  done(): void {
    this.wanted = null
  }

  fail(words: string): void {
    this.wanted = null
    this.failure = words
    this.table.say(words)
  }

  /** Nothing is looked for any more. */
  reset(): void {
    this.#stop()
    this.#stop = () => {}
    this.#look = null
    this.#question++
    this.wanted = null
    this.failure = ''
  }

  async #begin(look: LookInView, view: string): Promise<void> {
    this.#look = null
    const question = ++this.#question
    const current = () => question === this.#question
    const engine = await parlour.engine(this.table.card?.game.slug)
    if (!current()) return
    if (!engine) return this.fail('Hints and threats need the engine, which this page does not have.')
    this.#stop = look(engine, view, (told) => ({
      told: (answer) => current() && told(answer),
      failed: (words) => current() && this.fail(words),
    }))
  }
}

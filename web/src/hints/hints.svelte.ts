/** Hints against bots: first where to look, then the move. */
import type { EngineAnswer } from '../engine/engine_types'
import type { Choice } from '../protocol'
import { hintOf } from '../board/hint'
import type { EngineHelp } from './engine_help.svelte'

const THINKING = 2 // seconds of work

export class Hints {
  given = $state(0) // 1: where to look, 2: the move
  #choice = $state.raw<Choice | null>(null)

  hint = $derived.by(() => hintOf(this.help.table.newest?.scene, this.#choice ?? undefined, this.given))

  constructor(readonly help: EngineHelp) {}

  /** The next hint. */
  ask(): void {
    if (this.#choice) return this.#give(2)
    this.help.ask('hint', (engine, view, listen) => {
      const told = ({ analysis, done }: EngineAnswer) => done && this.#found(analysis.lines[0]?.actions[0])
      return engine.analyse({ view, seconds: THINKING, lines: 1 }, listen(told), 1)
    })
  }

  /** Another position: what was found before does not count. */
  reset(): void {
    this.given = 0
    this.#choice = null
  }

  #found(action: number | undefined): void {
    const { help } = this
    this.#choice = help.table.newest?.scene.choices.find((choice) => choice.action === action) ?? null
    if (!this.#choice) return help.fail('The engine found nothing here.')
    help.done()
    this.#give(1)
  }

  #give(hint: number): void {
    this.given = hint
    this.help.table.say(`${this.hint.words}.`)
  }
}

/** What the others threaten, for a player who asks. */
import type { ThreatAnswer } from '../engine/engine_types'
import type { EngineHelp } from './engine_help.svelte'
import { threatText } from './threat_text'

const FEW = 3 // moves to choose from: with less, nobody can tell what only one of them prevents
const NO_CHOICE = 'With so few moves to choose from, you cannot do much about a threat.'

export class Threats {
  words = $state('') // "": nobody has asked
  #answer = $state.raw<ThreatAnswer | null>(null)

  spots = $derived(this.#answer?.threat?.spots ?? []) // that it touches

  constructor(readonly help: EngineHelp) {}

  ask(): void {
    const { newest } = this.help.table
    if (newest && newest.scene.choices.length < FEW) return this.#tell(NO_CHOICE)
    this.help.ask('threat', (engine, view, listen) =>
      engine.threat(
        { view },
        listen((answer: ThreatAnswer) => this.#found(answer)),
      ),
    )
  }

  /** Another position: what was found before does not count. */
  reset(): void {
    this.words = ''
    this.#answer = null
  }

  #found(answer: ThreatAnswer): void {
    this.help.done()
    this.#answer = answer
    this.#tell(threatText(this.help.table.card!, answer))
  }

  #tell(words: string): void {
    this.words = words
    this.help.table.say(words)
  }
}

/** Hints against bots: first where to look, then the move. The engine of this page finds it, from what the seat knows. */
import { parlour } from '#parlour'
import type { Choice } from '../protocol'
import type { Table } from '../state'
import { hintOf } from '../board/hint'

const THINKING = 2 // seconds of work

export class Hints {
  given = $state(0) // 1: where to look, 2: the move
  thinking = $state(false)
  failure = $state('') // a sentence
  #choice = $state.raw<Choice | null>(null)
  #asked = -1 // the ply for which the server has been asked
  #waits = false // for what the server says
  #stop = () => {}

  hint = $derived.by(() => hintOf(this.table.newest?.scene, this.#choice ?? undefined, this.given))

  constructor(readonly table: Table) {
    table.onView = (ply, view) => {
      if (!this.#waits) return
      if (view === null) this.#waits = this.thinking = false
      else if (ply === this.#asked) void this.#think(view)
    }
  }

  /** The next hint. */
  ask(): void {
    if (this.#choice) return this.#give(2)
    const { newest } = this.table
    if (!newest || this.thinking) return
    this.failure = ''
    this.#asked = newest.ply
    this.thinking = this.table.send({ type: 'ask view', ply: newest.ply, takebacks: newest.takebacks })
    this.#waits = this.thinking
    if (!this.thinking) this.#fail('There is no connection right now.')
  }

  /** Another position: what was found before does not count. */
  reset(): void {
    this.#stop()
    this.#stop = () => {}
    this.given = 0
    this.thinking = false
    this.failure = ''
    this.#choice = null
    this.#asked = -1
    this.#waits = false
  }

  async #think(view: string): Promise<void> {
    this.#waits = false
    const asked = this.#asked
    const engine = await parlour.engine(this.table.card?.game.title)
    if (asked !== this.#asked) return
    if (!engine) return this.#fail('This page has no engine that could look for a hint.')
    this.#stop = engine.analyse(
      { view, seconds: THINKING, lines: 1 },
      {
        told: ({ analysis, done }) => {
          if (done && asked === this.#asked) this.#found(analysis.lines[0]?.actions[0])
        },
        failed: (words) => asked === this.#asked && this.#fail(words),
      },
      1,
    )
  }

  #found(action: number | undefined): void {
    this.thinking = false
    this.#choice = this.table.newest?.scene.choices.find((choice) => choice.action === action) ?? null
    if (this.#choice) this.#give(1)
    else this.#fail('The engine found nothing here.')
  }

  #give(hint: number): void {
    this.given = hint
    this.table.say(`${this.hint.words}.`)
  }

  #fail(words: string): void {
    this.thinking = false
    this.failure = words
    this.table.say(words)
  }
}

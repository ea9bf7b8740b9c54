/** A decision that is made once more: what is tried on the board is judged by the engine of this page. */
import { parlour } from '#parlour'
import type { AttemptAnswer } from '../engine/engine_types'
import { hintOf } from '../board/hint'
import type { Mistake } from '../browser/mistakes.svelte'
import type { StudyTable } from './study_table.svelte'

const NO_JUDGE = 'Judging a move needs the engine, which this page does not have.'

export class SecondTry {
  answer = $state.raw<AttemptAnswer | null>(null) // to the last attempt
  tried = $state('') // that attempt, in words
  thinking = $state(false)
  failure = $state('') // a sentence
  attempts = $state(0)
  hints = $state(0) // 1: where to look, 2: the move
  hint = $derived.by(() => {
    const scene = this.table.newest?.scene
    return hintOf(
      scene,
      scene?.choices.find(({ action }) => action === this.decision.best),
      this.right ? 0 : this.hints,
    )
  })
  right = $derived(this.answer?.right ?? false)
  /** All that lets buttons come and go. */
  changes = $derived([this.answer, this.thinking, this.failure, this.hints])
  #ended = false

  /** `table`: stands at the decision; `best`: the action that the engine would play. */
  constructor(
    readonly table: StudyTable,
    readonly decision: Pick<Mistake, 'game' | 'players' | 'options' | 'best'>,
    readonly found: (action: number) => void,
  ) {
    table.playable = true
    table.onMove = (action) => void this.#judge(action)
  }

  giveHint(): void {
    this.hints = Math.min(2, this.hints + 1)
  }

  /** An answer that comes later does not count. */
  end(): void {
    this.#ended = true
    this.table.playable = false
  }

  async #judge(action: number): Promise<void> {
    const { table } = this
    this.thinking = true
    this.failure = ''
    this.tried = table.newest?.scene.choices.find((choice) => choice.action === action)?.words ?? ''
    const { game, players, options, best } = this.decision
    try {
      const engine = await parlour.engine(game)
      if (!engine) throw new Error(NO_JUDGE)
      const answer = await engine.attempt({
        game,
        players,
        options,
        actions: [...table.actions],
        action,
        told: best,
      })
      if (this.#ended) return
      this.answer = answer
      this.attempts += 1
      if (answer.right) {
        table.playable = false
        this.found(action)
      }
    } catch (error) {
      if (!this.#ended) this.failure = (error as Error).message
    }
    if (this.#ended) return // the board is somebody else's by now
    table.sent = null
    this.thinking = false
  }
}

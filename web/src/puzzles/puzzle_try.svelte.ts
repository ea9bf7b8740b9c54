/** A puzzle that is being solved on a board. */
import { hintOf } from '../board/hint'
import type { PuzzleCard } from '../protocol'
import type { StudyTable } from '../study/study_table.svelte'

export class PuzzleTry {
  attempts = $state(0)
  hints = $state(0) // 1: where to look, 2: the move
  right = $state(false)
  wrong = $state('') // the last attempt, in words, if it was wrong
  hint = $derived.by(() => {
    const scene = this.table.newest?.scene
    const choice = scene?.choices.find(({ action }) => action === this.puzzle.solution)
    return hintOf(scene, choice, this.right ? 0 : this.hints)
  })

  /** `counted`: hears of the first attempt, or of the first hint before it: whether it was right, without a hint;
   *  `found`: of the right one, and whether it was shown. */
  constructor(
    readonly table: StudyTable,
    readonly puzzle: PuzzleCard,
    readonly counted: (alone: boolean) => void,
    readonly found: (shown: boolean) => void,
  ) {
    table.playable = true
    table.onMove = (action) => this.#judge(action)
  }

  giveHint(): void {
    if (this.attempts === 0 && this.hints === 0) this.counted(false)
    this.hints = Math.min(2, this.hints + 1)
  }

  end(): void {
    this.table.playable = false
  }

  #judge(action: number): void {
    const right = action === this.puzzle.solution
    if (this.attempts === 0 && this.hints === 0) this.counted(right)
    this.attempts += 1
    this.wrong = right ? '' : (this.table.newest?.scene.choices.find((one) => one.action === action)?.words ?? '')
    this.table.sent = null
    if (!right) return
    this.right = true
    this.end()
    this.found(this.hints > 1)
  }
}

/** A lesson as the board knows a table: its positions, and what comes of an answer. */
import { StillTable } from '../board/still_table.svelte'
import { lessonScript } from '../net/api'
import type { LessonScript, LessonStep } from '../protocol'
import type { Feedback, LessonState } from '../painting/lesson_session'
import type { Painter } from '../painting/painter'

export class LessonTable extends StillTable {
  script = $state.raw<LessonScript | null>(null) // null: it has not come yet
  taken = $state(0) // how many steps are done
  feedback = $state.raw<Feedback | null>(null) // to the last answer
  hints = $state(0) // given in this step: 1 where to look, 2 the move
  rightAnswer = $state.raw<number | null>(null) // one of them; null when the lesson is done
  #painter: Painter | null = null
  #answers: readonly number[] = [] // the right ones

  gameName = $derived(this.script?.board.name ?? '')
  styles: readonly string[] = $derived(this.script?.board.styles ?? [])
  /** What is to be done now; undefined when the lesson is done. */
  step: LessonStep | undefined = $derived(this.script?.steps[this.taken])
  live = $derived(this.quiet && this.step !== undefined && this.sent === null)
  done = $derived(this.script !== null && this.step === undefined)
  /** The move that the second hint shows. */
  solution = $derived.by(() => {
    const choices = this.hints > 1 ? this.newest?.scene.choices : undefined
    return choices?.find(({ action }) => action === this.rightAnswer)
  })

  constructor(
    readonly slug: string,
    readonly id: string,
  ) {
    super()
    void this.#begin()
  }

  own = (): number | null => this.script?.seat ?? null

  move(action: number): void {
    if (this.live && this.newest) void this.#answer(this.newest.ply, action)
  }

  async #answer(ply: number, action: number): Promise<void> {
    const answers = [...this.#answers, action]
    this.sent = { ply, action }
    try {
      const state = await this.#painter!.lesson(this.script!, answers)
      if (state.feedback?.right) this.#answers = answers
      this.failure = ''
      this.#take(state)
    } catch (error) {
      this.failure = (error as Error).message
    }
    this.sent = null
  }

  #take({ done, solution, moment, feedback }: LessonState): void {
    this.feedback = feedback
    this.taken = done
    this.rightAnswer = solution
    this.say([feedback?.words, this.step?.say].filter(Boolean).join(' '))
    if (feedback && !feedback.right) return
    const { moves, moments } = feedback ?? { moves: [], moments: [moment] }
    this.hints = 0
    this.moves = [...this.moves, ...moves]
    this.present(moments, moves)
  }

  /** Where to look; once more: the move. */
  hint(): void {
    this.hints = this.step?.hint ? Math.min(2, this.hints + 1) : 2
    this.say((this.hints === 1 ? this.step?.hint : this.solution?.words) ?? '')
  }

  async #begin(): Promise<void> {
    try {
      const script = await lessonScript(this.slug, this.id)
      const painter = await this.painter(script.board)
      const state = await painter.lesson(script, [])
      this.#painter = painter
      this.script = script
      this.#take(state)
    } catch (error) {
      this.failure = (error as Error).message
    }
  }
}

/** A lesson as the board knows a table: its positions, and what comes of an answer. */
import { StillTable } from '../board/still_table.svelte'
import { lessonScript } from '../net/api'
import type { LessonScript, LessonStep } from '../protocol'
import { LessonSession, type Feedback } from './lesson_session'

export class LessonTable extends StillTable {
  script = $state.raw<LessonScript | null>(null) // null: it has not come yet
  taken = $state(0) // how many steps are done
  feedback = $state.raw<Feedback | null>(null) // to the last answer
  hints = $state(0) // given in this step: 1 where to look, 2 the move
  #session: LessonSession | null = null

  gameName = $derived(this.script?.board.name ?? '')
  styles: readonly string[] = $derived(this.script?.board.styles ?? [])
  /** What is to be done now; undefined when the lesson is done. */
  step: LessonStep | undefined = $derived(this.script?.steps[this.taken])
  live = $derived(this.quiet && this.step !== undefined)
  done = $derived(this.script !== null && this.step === undefined)
  /** The move that the second hint shows. */
  solution = $derived.by(() => {
    const choices = this.hints > 1 ? this.newest?.scene.choices : undefined
    return choices?.find(({ action }) => action === this.rightAnswer)
  })

  /** A right answer now; undefined when the lesson is done. */
  get rightAnswer(): number | undefined {
    return this.#session?.solution
  }

  constructor(
    readonly slug: string,
    readonly id: string,
  ) {
    super()
    void this.#begin()
  }

  own = (): number | null => this.script?.seat ?? null

  move(action: number): void {
    if (!this.live || !this.#session) return
    let feedback: Feedback
    try {
      feedback = this.#session.answer(action)
    } catch (error) {
      this.failure = (error as Error).message
      return
    }
    this.failure = ''
    this.feedback = feedback
    this.taken = this.#session.done
    this.say([feedback.words, this.step?.say].filter(Boolean).join(' '))
    if (!feedback.right) return
    this.hints = 0
    this.moves = [...this.moves, ...feedback.moves]
    this.present(feedback.moments, feedback.moves)
  }

  /** Where to look; once more: the move. */
  hint(): void {
    this.hints = this.step?.hint ? Math.min(2, this.hints + 1) : 2
    this.say((this.hints === 1 ? this.step?.hint : this.solution?.words) ?? '')
  }

  async #begin(): Promise<void> {
    try {
      const script = await lessonScript(this.slug, this.id)
      const { code } = await this.painter(script.board)
      if (!code) throw new Error('This page does not run the lessons of games that it does not know.')
      const session = new LessonSession(script, code)
      const { moment } = session
      this.#session = session
      this.script = script
      this.say(this.step?.say ?? '')
      this.present([moment], [])
    } catch (error) {
      this.failure = (error as Error).message
    }
  }
}

/** A lesson as the board knows a table: its positions, and what comes of an answer. */
import { StillTable } from '../board/still_table.svelte'
import { lessonPreview, lessonShown, lessonWhy } from '../net/api'
import type { BoardPreview, BoardWhy, Client, LessonShown } from '../protocol'

export class LessonTable extends StillTable {
  lesson = $state.raw<LessonShown | null>(null) // what was said last
  hints = $state(0) // given in this step: 1 where to look, 2 the move
  #answers: number[] = []

  gameName = $derived(this.lesson?.game_name ?? '')
  styles: readonly string[] = $derived(this.lesson?.styles ?? [])
  live = $derived(this.quiet && this.sent === null && this.lesson?.say !== '')
  done = $derived(this.lesson?.say === '')
  /** The move that the second hint shows. */
  solution = $derived(
    this.hints > 1 ? this.newest?.scene.choices.find(({ action }) => action === this.lesson?.solution) : undefined,
  )

  constructor(
    readonly slug: string,
    readonly id: string,
  ) {
    super()
    void this.#ask()
  }

  own = (): number | null => this.lesson?.seat ?? null

  move(action: number): void {
    if (!this.live || !this.newest) return
    this.sent = { ply: this.newest.ply, action }
    void this.#ask(action)
  }

  /** Where to look; once more: the move. */
  hint(): void {
    this.hints = this.lesson?.hint ? Math.min(2, this.hints + 1) : 2
    this.say(this.hints === 1 ? this.lesson!.hint : (this.solution?.words ?? ''))
  }

  override send(message: Client): boolean {
    return !this.done && super.send(message)
  }

  protected preview(action: number): Promise<BoardPreview> {
    return lessonPreview(this.slug, this.id, { answers: [...this.#answers], action })
  }

  protected why(path: string[], spot: string): Promise<BoardWhy> {
    return lessonWhy(this.slug, this.id, { answers: [...this.#answers], path, spot })
  }

  async #ask(action: number | null = null): Promise<void> {
    try {
      this.#heard(await lessonShown(this.slug, this.id, { answers: this.#answers, action }), action)
      this.failure = ''
    } catch (error) {
      this.failure = (error as Error).message
    }
    this.sent = null
  }

  #heard(lesson: LessonShown, action: number | null): void {
    this.lesson = lesson
    this.say([lesson.words, lesson.say].filter(Boolean).join(' '))
    if (lesson.right === false) return
    if (action !== null) this.#answers = [...this.#answers, action]
    this.hints = 0
    this.moves = [...this.moves, ...lesson.moves]
    this.present(lesson.moments, lesson.moves)
  }
}

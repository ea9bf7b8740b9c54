/** A lesson as the board knows a table: its positions, and what comes of an answer. */
import { lessonPreview, lessonShown, lessonWhy } from '../net/api'
import type { Because, Client, Entry, LessonShown, Moment, Scene } from '../protocol'
import { recent } from '../scene/marks'
import { Playback } from '../scene/playback.svelte'
import { arranged, arrangedMoment, narrowScreen } from '../scene/screen'
import { Stage } from '../scene/stage.svelte'
import type { BoardTable } from '../state'

export class LessonTable implements BoardTable {
  lesson = $state.raw<LessonShown | null>(null) // what was said last
  newest = $state.raw<Moment | null>(null)
  sent = $state.raw<{ ply: number; action: number } | null>(null)
  hints = $state(0) // given in this step: 1 where to look, 2 the move
  failure = $state('')
  announced = $state('')
  onPreview: (ply: number, action: number, scene: Scene) => void = () => {}
  onExplanation: (because: Because) => void = () => {}

  readonly browsing = null
  readonly stage = new Stage()
  readonly playback = new Playback(this.stage, { browsing: () => false, onClock: () => false, before: () => 'show' })
  #moves = $state.raw<readonly Entry[]>([])
  #answers: number[] = []
  #newest: Moment | null = null // as it was said; on a narrow screen its scene is arranged in another way

  game = $derived(this.lesson?.game ?? '')
  styles: readonly string[] = $derived(this.lesson?.styles ?? [])
  shown = $derived(this.playback.shown)
  /** The last answer and the replies to it have come to rest. */
  quiet = $derived(this.newest !== null && (this.playback.landed ?? this.shown) === this.newest)
  live = $derived(this.quiet && this.sent === null && this.lesson?.say !== '')
  recent: Entry[] = $derived(this.shown && this.lesson ? recent(this.#moves, this.shown, [this.lesson.seat]) : [])
  done = $derived(this.lesson?.say === '')
  /** The move that the second hint shows. */
  solution = $derived(
    this.hints > 1 ? this.newest?.scene.choices.find(({ action }) => action === this.lesson?.solution) : undefined,
  )

  constructor(
    readonly slug: string,
    readonly id: string,
  ) {
    void this.#ask()
    narrowScreen.addEventListener('change', this.#rearrange)
  }

  end(): void {
    narrowScreen.removeEventListener('change', this.#rearrange)
    this.playback.clear()
  }

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

  send(message: Client): boolean {
    const { slug, id, newest } = this
    const answers = [...this.#answers]
    if (!newest || this.done) return false
    const { ply } = newest
    const failed = ({ message }: Error) => this.say(message)
    if (message.type === 'preview') {
      const { action } = message
      lessonPreview(slug, id, { answers, action }).then(
        ({ scene }) => this.onPreview(ply, action, arranged(scene)),
        failed,
      )
    } else if (message.type === 'why not') {
      const { path, spot } = message
      lessonWhy(slug, id, { answers, path, spot }).then(
        ({ words }) => this.onExplanation({ type: 'because', ply, path, spot, words }),
        failed,
      )
    }
    return true
  }

  say(words: string): void {
    this.announced = words === this.announced ? `${words} ` : words
  }

  hurry(): Promise<boolean> {
    return this.playback.finish().then(() => true)
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
    this.#moves = [...this.#moves, ...lesson.moves]
    this.#newest = lesson.moments.at(-1)!
    const moments = lesson.moments.map(arrangedMoment)
    this.newest = moments.at(-1)!
    moments.forEach((moment, i) => {
      const move = lesson.moves[i]
      this.playback.add({ moment, others: move !== undefined && move.seat !== lesson.seat, origin: move?.spots[0] })
    })
  }

  /** The screen has become narrow or wide. */
  readonly #rearrange = () => {
    if (!this.#newest) return
    this.newest = arrangedMoment(this.#newest)
    this.playback.clear()
    this.playback.add({ moment: this.newest, others: false })
  }
}

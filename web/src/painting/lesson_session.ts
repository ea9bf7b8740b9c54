/** Taking a lesson: what the learner answers, and what follows, as lessons/session.py has it. */
import { entry, GameView, moment, type GameCode } from '../game/game'
import type { Entry, LessonScript, LessonStep } from '../protocol'
import { eq, type Value } from '../python/runtime'
import type { ShownMoment } from '../state'

const ANY_ACTION = '*'

/** The consequence of an action. */
export interface Feedback {
  right: boolean
  words: string // why it is wrong, or what has happened
  moves: Entry[] // the action and the replies; [] after a wrong one
  moments: ShownMoment[] // the positions after each of them
}

/** How far a lesson is. */
export interface LessonState {
  done: number // steps
  solution: number | null // a right answer; null when the lesson is done
  moment: ShownMoment // the position as it stands
  feedback: Feedback | null // to the last answer; null before the first one
}

/** A lesson after these answers, of which the last one alone may be wrong. Throws an Error with a sentence. */
export function lessonAfter(script: LessonScript, code: GameCode, answers: readonly number[]): LessonState {
  const session = new LessonSession(script, code)
  const feedback = answers.map((action) => session.answer(action)).at(-1) ?? null
  const { done, solution = null, moment } = session
  return { done, solution, moment, feedback }
}

export class LessonSession {
  #position: GameView
  #ply = 0
  done = 0 // steps

  constructor(
    readonly script: LessonScript,
    code: GameCode,
  ) {
    this.#position = GameView.ofCard(code, script.board)
  }

  /** What is to be done now; undefined when the lesson is done. */
  get step(): LessonStep | undefined {
    return this.script.steps[this.done]
  }

  /** The position as it stands. */
  get moment(): ShownMoment {
    const { seat } = this.script
    return moment(this.#position, this.#ply, seat, this.step !== undefined, seat)
  }

  /** A right answer; undefined when the lesson is done. */
  get solution(): number | undefined {
    return this.step && this.#position.legal_actions.find((action) => this.isRight(action))
  }

  isRight(action: number): boolean {
    const { play = [], reach = {} } = this.step ?? {}
    const fields = Object.entries(reach)
    if (fields.length === 0) return play.includes(ANY_ACTION) || play.includes(this.#position.text(action))
    const { numbers } = this.#position.after(action)
    return fields.every(([name, value]) => eq(numbers[name] as Value, value))
  }

  /** A legal action of the learner. The step stays after a wrong one. Throws an Error with a sentence; then the session
   *  is of no use any more. */
  answer(action: number): Feedback {
    const step = this.step!
    if (!this.isRight(action)) {
      const words = step.because[this.#position.text(action)] ?? step.wrong
      return { right: false, words, moves: [], moments: [] }
    }
    const feedback: Feedback = { right: true, words: step.after, moves: [], moments: [] }
    this.#play(action, feedback)
    for (const reply of step.replies) this.#play(this.#named(reply), feedback)
    this.done += 1
    feedback.moments.splice(-1, 1, this.moment)
    return feedback
  }

  #play(action: number, { moves, moments }: Feedback): void {
    const { seat } = this.script
    this.#ply += 1
    moves.push(entry(this.#position, action, this.#ply, seat))
    this.#position = this.#position.after(action)
    moments.push(moment(this.#position, this.#ply, seat, false, seat))
  }

  /** The legal action of that notation. */
  #named(text: string): number {
    const here = this.#position
    const named = text.trim().toLowerCase()
    const found = here.legal_actions.find((action) => here.text(action).toLowerCase() === named)
    if (found === undefined) throw new Error('A reply of this lesson is not possible.')
    return found
  }
}

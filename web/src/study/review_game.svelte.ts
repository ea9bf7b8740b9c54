/** A review as it grows, and what is looked at in it. */
import { parlour } from '#parlour'
import type { AttemptAnswer, Judgement, ReviewAnswer } from '../engine/engine_types'
import { recordText } from '../net/api'
import { StudyTable } from './study_table.svelte'

const NO_ENGINE = 'This page has no engine to review games with.'

export class ReviewGame {
  told = $state.raw<ReviewAnswer | null>(null)
  failure = $state('')
  seat = $state(0) // whose decisions are looked at
  ply = $state(0) // of the game, on show
  ahead = $state.raw<readonly number[]>([]) // actions that were not played, after that position
  trying = $state(false) // the person is to find a better move here
  attempt = $state.raw<AttemptAnswer | null>(null) // what came of it
  attempted = $state('') // the move that was tried, in words
  thinking = $state(false)
  hints = $state(0) // 1: where to look, 2: the move
  table = $state.raw<StudyTable | null>(null)
  #ended = false
  #stop = () => {}

  review = $derived(this.told?.review ?? null)
  movers: readonly number[] = $derived(this.told?.movers ?? [])
  plies = $derived(this.movers.length)
  /** Positions in which a seat decides, and the last one. */
  stops: readonly number[] = $derived([
    ...this.movers.flatMap((mover, ply) => (mover >= 0 ? [ply] : [])),
    ...(this.told ? [this.plies] : []),
  ])
  judgements = $derived(
    new Map((this.review?.plies ?? []).flatMap(({ judgement }) => (judgement ? [[judgement.ply, judgement]] : []))),
  )
  /** Of this seat, in the order of the game. */
  mistakes: readonly Judgement[] = $derived(
    [...(this.review?.seats[this.seat]?.mattered ?? [])]
      .sort((one, other) => one - other)
      .flatMap((ply) => this.judgements.get(ply) ?? []),
  )
  /** The decision that is made in the position on show. */
  judgement = $derived(this.judgements.get(this.ply + 1))

  constructor(readonly id: string) {
    void this.#begin()
  }

  end(): void {
    this.#ended = true
    this.#stop()
    this.table?.end()
  }

  choose(seat: number): void {
    this.seat = seat
    this.#open(seat)
    this.look(this.ply)
  }

  /** Shows a position of the game. */
  look(ply: number): void {
    this.#leave()
    this.ply = ply
    this.ahead = []
    this.#show()
  }

  /** Goes on from the position along the better line, as far as it is known. */
  walk(steps: number): void {
    const line = this.judgement?.best.actions ?? []
    this.#leave()
    this.ahead = line.slice(0, steps)
    this.#show()
  }

  /** Lets the person find a better move. */
  tryAgain(judgement: Judgement): void {
    this.look(judgement.ply - 1)
    this.trying = true
    if (this.table) this.table.playable = true
  }

  #leave(): void {
    this.trying = false
    this.attempt = null
    this.hints = 0
    if (this.table) this.table.playable = false
  }

  #show(): void {
    const { told, table } = this
    if (!told || !table) return
    table.go([...told.actions.slice(0, this.ply), ...this.ahead]).then(
      () => (this.failure = ''),
      (error: Error) => (this.failure = error.message),
    )
  }

  async #begin(): Promise<void> {
    try {
      const [engine, record] = await Promise.all([parlour.engine(), recordText(this.id)])
      if (this.#ended) return // the person has left meanwhile
      if (!engine) throw new Error(NO_ENGINE)
      this.#stop = engine.review(
        { record },
        {
          told: (answer) => this.#hear(answer),
          failed: (words) => (this.failure = words),
        },
      )
    } catch (error) {
      this.failure = (error as Error).message
    }
  }

  #hear(answer: ReviewAnswer): void {
    const first = this.told === null
    this.told = answer
    if (!first) return
    this.#open(this.seat)
    this.look(answer.actions.length)
  }

  #open(seat: number): void {
    const { told } = this
    if (!told) return
    this.table?.end()
    const table = new StudyTable({ slug: told.game, players: told.players, options: told.options }, seat)
    table.onMove = (action) => void this.#judge(action)
    this.table = table
  }

  async #judge(action: number): Promise<void> {
    const { told, table } = this
    const engine = await parlour.engine()
    if (!told || !table || !engine) return
    const { ply } = this
    this.thinking = true
    this.attempted = table.newest?.scene.choices.find((choice) => choice.action === action)?.words ?? ''
    const { game, players, options } = told
    try {
      const attempt = await engine.attempt({ game, players, options, actions: [...table.actions], action })
      if (!this.trying || this.ply !== ply || this.table !== table) return // the person looks at something else now
      this.attempt = attempt
      if (attempt.right) {
        table.playable = false
        this.ahead = [action]
        this.#show()
      }
    } catch (error) {
      this.failure = (error as Error).message
    } finally {
      table.sent = null
      this.thinking = false
    }
  }
}

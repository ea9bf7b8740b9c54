/** A review as it grows, and what is looked at in it. */
import { parlour } from '#parlour'
import type { Judgement, ReviewAnswer } from '../engine/engine_types'
import { mistakes } from '../browser/mistakes.svelte'
import { noteReviewed, recall } from '../browser/saved_tables'
import { ownTableStates } from '../net/api'
import { recordText, RefusedError } from '../net/requests'
import type { ListedSeat } from '../protocol'
import { SecondTry } from './second_try.svelte'
import { StudyTable } from './study_table.svelte'

const NO_ENGINE = 'A review needs the engine, which this page does not have.'

const NOT_OVER = 'A game can be reviewed when it is over.' // while it goes on, a review would be help

export class ReviewGame {
  told = $state.raw<ReviewAnswer | null>(null)
  failure = $state('')
  seat = $state(0) // whose decisions are looked at
  ply = $state(0) // of the game, on show
  ahead = $state.raw<readonly number[]>([]) // actions that were not played, after that position
  retry = $state.raw<SecondTry | null>(null) // the person is to find a better move here
  table = $state.raw<StudyTable | null>(null)
  mine = $state.raw<readonly number[]>([]) // seats that were played in this browser
  #seats = $state.raw<readonly ListedSeat[]>([])
  #ended = false
  #opened: StudyTable | null = null // takes the place of the table when it has its position
  #left = 0 // how often the person has turned to something else
  #stop = () => {}

  review = $derived(this.told?.review ?? null)
  studied = $derived(this.told && { slug: this.told.game, players: this.told.players, options: this.told.options })
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
  /** What is said of a seat to whoever looks. */
  who = $derived<'you' | 'they'>(this.mine.includes(this.seat) ? 'you' : 'they')
  /** The decision that is made in the position on show. */
  judgement = $derived(this.judgements.get(this.ply + 1))

  constructor(readonly id: string) {
    void this.#begin()
  }

  end(): void {
    this.#ended = true
    this.#stop()
    this.#leave()
    this.table?.end()
    this.#opened?.end()
  }

  /** What a seat is called. `roles`: of all seats, as soon as they are known. */
  name(seat: number, roles: readonly string[]): string {
    if (this.mine.length === 1 && this.mine[0] === seat) return 'You'
    return this.told?.names[seat] || (roles[seat] ?? '')
  }

  /** The species of the bot that played a seat; null: a person did, or nobody knows. */
  species(seat: number): string | null {
    const listed = this.#seats[seat]
    return listed?.kind === 'bot' ? listed.species : null
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
    void this.#show()
  }

  /** Goes on from the position along the better line, as far as it is known. */
  walk(steps: number): void {
    const line = this.judgement?.best.actions ?? []
    this.#leave()
    this.ahead = line.slice(0, steps)
    void this.#show()
  }

  /** Lets the person find a better move. */
  async tryAgain(judgement: Judgement): Promise<void> {
    this.#leave()
    this.ply = judgement.ply - 1
    this.ahead = []
    const left = this.#left
    await this.#show()
    const { table, told } = this
    if (!table || !told || left !== this.#left) return // the person looks at something else by now
    this.retry = new SecondTry(table, { ...told, best: judgement.best.actions[0]! }, (action) => {
      this.ahead = [action]
      void this.#show()
    })
  }

  #leave(): void {
    this.#left += 1
    this.retry?.end()
    this.retry = null
  }

  async #show(): Promise<void> {
    const { told } = this
    const table = this.#opened ?? this.table
    if (!told || !table) return
    try {
      await table.go([...told.actions.slice(0, this.ply), ...this.ahead])
      this.failure = ''
      if (table === this.#opened) this.#turn(table)
    } catch (error) {
      this.failure = (error as Error).message
    }
  }

  async #begin(): Promise<void> {
    try {
      const [record, mine] = await Promise.all([recordText(this.id), this.#played()])
      const engine = await parlour.engine(gameOf(record))
      if (this.#ended) return // the person has left meanwhile
      this.mine = mine
      this.seat = mine[0] ?? 0
      if (!engine) throw new Error(NO_ENGINE)
      this.#stop = engine.review(
        { record },
        {
          told: (answer) => this.#hear(answer),
          failed: (words) => {
            this.failure = words
            noteReviewed(this.id)
          },
        },
      )
    } catch (error) {
      this.failure = (error as Error).message
      if (error instanceof RefusedError && error.code === 'UnknownTable') noteReviewed(this.id)
    }
  }

  /** Who played, and the seats of those who did so in this browser. */
  async #played(): Promise<readonly number[]> {
    const keys = recall(this.id)?.keys ?? []
    const { tables } = await ownTableStates({ tables: [{ id: this.id, keys }] }).catch(() => ({ tables: [] }))
    this.#seats = tables[0]?.seats ?? []
    return tables[0]?.yours ?? []
  }

  /** What was played in this browser comes back for practice, but not what a stand-in played there. */
  #keepMistakes({ game, rules, players, options, actions, review, stand_ins }: ReviewAnswer): void {
    const made = this.mine.flatMap((seat) =>
      (review.seats[seat]?.mattered ?? []).flatMap((ply) => {
        const judgement = this.judgements.get(ply)
        if (!judgement || stand_ins.includes(ply)) return []
        const { words, loss, best } = judgement
        const before = actions.slice(0, ply - 1)
        return [{ game, rules, players, options, actions: before, seat, words, loss, best: best.actions[0]! }]
      }),
    )
    mistakes.add(made, Date.now())
  }

  #hear(answer: ReviewAnswer): void {
    if (answer.review.result === null) {
      this.#stop()
      this.failure = NOT_OVER
      return
    }
    const first = this.told === null
    this.told = answer
    if (first) {
      this.#open(this.seat)
      this.look(answer.actions.length)
    }
    if (answer.done) this.#keepMistakes(answer)
  }

  /** With the eyes of a seat; until the position is there, what was on show stays. */
  #open(seat: number): void {
    const { studied } = this
    if (!studied) return
    this.#opened?.end()
    this.#opened = new StudyTable(studied.slug, studied, seat)
  }

  #turn(table: StudyTable): void {
    this.table?.end()
    this.table = table
    this.#opened = null
  }
}

/** The slug in the first line of a record. */
function gameOf(record: string): string {
  return (JSON.parse(record.split('\n', 1)[0] ?? '') as { game: string }).game
}

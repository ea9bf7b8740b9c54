/** An analysis: the tree of a study, the position on show, and what the engine finds there. */
import { parlour } from '#parlour'
import type { Analysis } from '../engine/engine_types'
import type { BoardCard, Entry } from '../protocol'
import { read, write } from '../browser/storage'
import { isReadable, type Study } from '../study/study_text'
import { StudyTable } from '../study/study_table.svelte'
import * as variations from '../study/variations'
import type { Way } from '../study/variations'
import { capital, sentence } from '../text/english'
import { newStudyId, saveStudy } from './saved_studies'

const THINKS_KEY = 'rookery.thinks'
const THINKING_TIME = 120_000 // ms for a position: a page that is left open does not think for ever
const LINES = 4
const NODES = 300_000 // of the tree in each worker
const FULL = 'This analysis is as large as it can be. Delete some of it, or begin another one.'
const ONE_BY_ONE = 2 // plies at most: further ones are not shown one after the other

export class AnalysisBoard {
  study = $state.raw<Study>() as Study
  way = $state.raw<Way>([]) // to the position on show
  eyes = $state.raw<number | null>(null) // the seat that looks; null: all hands are open
  peeked = $state.raw<number | null>(null) // with all hands open: the seat whose hand is on show; null: who decides
  table = $state.raw<StudyTable>() as StudyTable
  entries = $state.raw<ReadonlyMap<string, Entry>>(new Map()) // the words of plies, by their ways
  told = $state.raw<Analysis | null>(null)
  done = $state(false) // the engine thinks no more about this position
  thinks = $state(read(THINKS_KEY, true))
  alone = $state(false) // this page has no engine
  kept = $state(true) // false: the browser keeps nothing, or nothing more
  failure = $state('')
  unplayable = $state('') // why the study cannot be shown
  ready = $state(false)
  before = $state.raw<Study | null>(null) // before something was deleted
  line = $state.raw<Way>([]) // the way, and on along the line that was looked at last
  #stop = () => {}
  #ended = false
  #keeps = true // a change is kept, if any is

  tree = $derived(this.study.tree)
  moment = $derived(this.table.newest)
  /** What is on show is the position that was asked for. */
  arrived = $derived(this.table.actions === this.way && this.table.board !== null)
  draws = $derived(this.arrived ? this.table.draws : [])
  isDraw = $derived(this.arrived && this.moment !== null && this.moment.mover === null && !this.moment.over)
  /** The seat whose view is on show; null: the one that decides. */
  shown = $derived(this.eyes ?? this.peeked)
  /** Another seat decides than the one whose view is on show. */
  blind = $derived(this.shown !== null && this.moment?.mover !== null && this.moment?.mover !== this.shown)

  /** `id`: under which this browser keeps it; null: it does not yet. `renamed`: it has an id now; null:
   *  it is never kept. `from`: the position
   *  with which it begins; null: that of a new game. Only from there the engine thinks. */
  constructor(
    study: Study,
    public id: string | null,
    readonly renamed: ((id: string) => void) | null,
    readonly from: BoardCard | null = null,
  ) {
    this.study = study
    this.table = this.#newTable()
    void this.#begin()
  }

  end(): void {
    this.#ended = true
    this.#stop()
    this.table.end()
  }

  entry(way: Way): Entry | undefined {
    return this.entries.get(way.join('.'))
  }

  /** A ply in words; "" while they are not known. */
  words(way: Way): string {
    return capital(this.entry(way)?.words ?? '')
  }

  /** Goes to a position; plies that are new are tried. */
  go(way: Way): void {
    const tree =
      variations.variationAt(this.tree, way) || way.length === 0 ? this.tree : variations.added(this.tree, way)
    if (tree !== this.tree && !this.#fits({ tree, way })) return
    this.way = way
    if (tree !== this.tree) this.#change({ tree })
    if (!way.every((action, i) => this.line[i] === action)) this.line = variations.mainLine(tree, way)
    this.study = { ...this.study, way }
    if (this.peeked === null) void this.#show()
    else this.peek(null)
  }

  back(): void {
    if (this.way.length > 0) this.go(this.way.slice(0, -1))
  }

  forward(): void {
    if (this.way.length < this.line.length) this.go(this.line.slice(0, this.way.length + 1))
  }

  toStart(): void {
    this.go([])
  }

  toEnd(): void {
    this.go(this.line)
  }

  /** To the alternative before or after this ply; false where there is none. */
  aside(step: 1 | -1): boolean {
    const before = this.way.slice(0, -1)
    const siblings = variations.nextAt(this.tree, before)
    const to = siblings[siblings.findIndex(({ action }) => action === this.way.at(-1)) + step]
    if (to) this.go([...before, to.action])
    return to !== undefined
  }

  /** Draws at random, until a seat decides. */
  async draw(): Promise<void> {
    const { way } = this
    try {
      const actions = await (await this.table.positions()).drawn(way)
      if (this.way === way && actions.length > 0) this.go([...way, ...actions])
    } catch (error) {
      this.failure = (error as Error).message
    }
  }

  look(eyes: number | null): void {
    this.eyes = eyes
    this.peeked = null
    this.entries = new Map()
    this.#replaceTable()
  }

  /** Shows a seat's hand at this position. */
  peek(seat: number | null): void {
    this.peeked = seat
    this.#replaceTable()
  }

  #replaceTable(): void {
    this.table.end()
    this.table = this.#newTable()
    void this.#show()
  }

  think(on: boolean): void {
    this.thinks = on
    write(THINKS_KEY, on)
    if (on) this.#think()
    else this.#rest()
  }

  name(name: string): void {
    if (this.#fits({ name })) this.#change({ name })
  }

  note(note: string): void {
    const tree = variations.noted(this.tree, this.way, note)
    if (this.#fits({ tree })) this.#change({ tree })
  }

  promote(): void {
    this.#change({ tree: variations.promoted(this.tree, this.way) })
  }

  /** Removes the ply that led here, and all that follows it. */
  remove(): void {
    const before = this.study
    const { way } = this
    this.way = way.slice(0, -1)
    this.#change({ tree: variations.removed(this.tree, way) })
    this.go(this.way)
    this.before = before
  }

  /** Brings back what was removed last. */
  restore(): void {
    if (!this.before) return
    const { tree, way } = this.before
    this.#change({ tree })
    this.go(way)
  }

  #newTable(): StudyTable {
    const { game } = this.study
    const table = new StudyTable(game.slug, this.from ?? game, this.shown)
    table.playable = true
    table.onMove = (action) => this.go([...this.way, action])
    return table
  }

  /** Whether the study with what is added could be opened again; if not, the page says so. */
  #fits(added: Partial<Study>): boolean {
    if (isReadable({ ...this.study, ...added })) return true
    this.table.sent = null
    this.failure = FULL
    return false
  }

  #change(changed: Partial<Study>): void {
    this.study = { ...this.study, way: this.way, ...changed }
    if (!variations.variationAt(this.tree, this.line)) this.line = variations.mainLine(this.tree, this.way)
    this.before = null
    this.failure = ''
    if (this.#keeps && this.renamed) this.#keep(this.renamed)
  }

  #keep(renamed: (id: string) => void): void {
    const id = this.id ?? newStudyId()
    this.kept = saveStudy(id, this.study)
    if (!this.kept || this.id !== null) return
    this.id = id
    renamed(id)
  }

  /** All lines are played once: a study that does not fit the game is not shown. */
  async #begin(): Promise<void> {
    try {
      await this.#nameMoves()
      if (this.#ended) return
      this.way = this.study.way
      this.line = variations.mainLine(this.tree, this.way)
      await this.#show()
      this.ready = true
      if (this.isDraw && this.tree.length === 0) await this.#setUp()
    } catch (error) {
      this.unplayable = sentence((error as Error).message)
    }
  }

  /** Draws how the game begins. That alone is not worth keeping. */
  async #setUp(): Promise<void> {
    this.#keeps = false
    await this.draw()
    this.#keeps = true
  }

  async #show(): Promise<void> {
    const { way, table } = this
    this.#rest()
    this.told = null
    try {
      await table.go(way, ONE_BY_ONE)
      if (this.way !== way || this.table !== table || this.#ended) return
      if (this.peeked === null) this.#know(way, table.entries)
      if (way.length > 0) table.say(this.words(way))
      this.#think()
      await this.#nameMoves()
    } catch (error) {
      if (!this.ready) throw error
      table.sent = null
      this.failure = (error as Error).message
    }
  }

  #know(way: Way, moves: readonly Entry[]): void {
    if (moves.length === 0) return
    this.entries = new Map([...this.entries, ...moves.map((move) => [way.slice(0, move.ply).join('.'), move] as const)])
  }

  async #nameMoves(): Promise<void> {
    const { table, eyes } = this
    const positions = table.eyes === eyes ? await table.positions() : null // while a hand is peeked at, nothing is named
    if (!positions || table !== this.table) return
    for (const end of variations.ends(this.tree)) {
      const seen = end.findIndex((_, i) => !this.entries.has(end.slice(0, i + 1).join('.')))
      if (seen >= 0) this.#know(end, await positions.entries(end, seen))
    }
  }

  #rest(): void {
    this.#stop()
    this.#stop = () => {}
    this.done = true
  }

  #think(): void {
    this.#rest()
    const { moment, way, eyes } = this
    if (this.from || !this.thinks || !this.arrived || !moment || moment.over) return
    let stopped = false
    this.#stop = () => (stopped = true)
    this.done = false
    const { slug, players, options } = this.study.game
    void parlour.engine(slug).then((engine) => {
      if (stopped) return
      if (!engine) {
        this.alone = true
        return
      }
      const view = { game: slug, players, options, actions: [...way], eyes }
      const end = engine.analyse(
        { view, lines: LINES, nodes: NODES },
        {
          told: ({ analysis, done }) => {
            this.told = analysis
            this.done = done
          },
          failed: (words) => {
            this.done = true
            this.failure = sentence(words)
          },
        },
      )
      const timer = setTimeout(() => this.#rest(), THINKING_TIME)
      this.#stop = () => {
        clearTimeout(timer)
        end()
      }
    })
  }
}

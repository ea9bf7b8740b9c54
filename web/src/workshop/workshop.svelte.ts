/** A game that somebody is writing: the board of the newest edit that can be opened, and what is known of its laws. */
import { parlour } from '#parlour'
import { AnalysisBoard } from '../analysis/analysis_board.svelte'
import { firstBoard, games } from '../net/api'
import { poll } from '../net/poll'
import { forgetDrawings, get } from '../net/requests'
import type { BoardCard, GameCard } from '../protocol'
import type { Study } from '../study/study_text'
import { StudyTable, type StudiedGame } from '../study/study_table.svelte'
import { added, type Way } from '../study/variations'
import { giveUpDrawing, type GameFault } from '../sandbox/distant_painter'
import { sentence } from '../text/english'
import type { Bench } from './bench'
import { mustBeShown, placeOf, tellingFaults } from './faults'
import type { DevState, LawFails } from './workshop_types'

const RESTART_INTERVAL = 300 // ms: the server of the next edit is there in a moment

export class Workshop implements Bench {
  state = $state.raw<DevState | null>(null)
  card = $state.raw<GameCard | null>(null)
  board = $state.raw<AnalysisBoard | null>(null)
  failure = $state('') // why there is no board
  away = $state(false) // nobody answers
  readonly making = false
  readonly trying = true // as soon as there is an edit
  readonly plays = true
  #edit = 0 // of the board
  #begun: Record<string, string | number> = {} // the position with which its game begins, as the server is asked for it
  #asked: { actions: string; fault: Promise<LawFails | null> } | null = null // about the edit on the board
  #drawn = $state.raw<LawFails | null>(null) // what went wrong where the board was drawn
  readonly fault = $derived(this.#drawn ?? this.state?.fault ?? null)
  readonly #end: () => void

  constructor(readonly slug: string) {
    this.#end = poll(
      () => get<DevState>('/api/workshop', { news: this.state?.news ?? -1 }, 'poll'),
      (state) => {
        this.away = false
        this.state = state
        if (state.edit !== this.#edit) void this.#open(state.edit)
        return 0
      },
      () => {
        this.away = true
        return RESTART_INTERVAL
      },
    )
  }

  end(): void {
    this.#end()
    this.board?.end()
  }

  begin(players: number): Promise<void> {
    return this.#visit({ slug: this.slug, players, options: {} }, [])
  }

  visit({ players, options, actions }: LawFails): Promise<void> {
    return this.#visit({ slug: this.slug, players, options }, actions)
  }

  async #visit(game: StudiedGame, way: Way): Promise<void> {
    this.#begin(game)
    await mustBeShown(this.slug, game, way)
    this.#show(game, way)
  }

  async setUp(text: string): Promise<void> {
    const { players, options } = this.board!.study.game
    const card = await get<BoardCard>('/api/workshop/board', { ...options, players, position: text })
    this.#begin({ players, options }, text)
    this.#show({ slug: this.slug, players, options }, [], card)
  }

  async #open(edit: number): Promise<void> {
    this.#edit = edit
    this.#drawn = null
    giveUpDrawing()
    try {
      forgetDrawings(this.slug)
      parlour.forgetEngine?.()
      const card = (await games({ game: this.slug })).find(({ slug }) => slug === this.slug)
      if (!card) throw new Error('The server does not offer this game.')
      this.card = card
      const before = this.board?.study.game
      const players = before && card.players.includes(before.players) ? before.players : card.players[0]!
      const game = { slug: this.slug, players, options: before?.options ?? {} }
      const way = await this.#playable(game, before?.players === players ? (this.board?.way ?? []) : [])
      if (edit === this.#edit) this.#show(game, way)
    } catch (error) {
      if (edit !== this.#edit) return
      this.failure = sentence((error as Error).message)
      this.#edit = 0 // to be tried again at the next news
    }
  }

  /** The moves that can still be made in the game as it is now. */
  async #playable(game: StudiedGame, way: Way): Promise<Way> {
    this.#begin(game)
    const first = await firstBoard(game.slug, { ...game.options, players: game.players })
    const painter = tellingFaults(await parlour.painter(first.code), (way, fault) => this.#told(way, fault))
    parlour.lend?.(first.code, () => Promise.resolve(painter))
    const table = new StudyTable(game.slug, first)
    const positions = await table.positions()
    table.end()
    return positions.playable(way).catch((error: Error) => {
      if (way.length === 0) throw error
      return [] // a move never ends; the beginning can be shown
    })
  }

  #begin({ players, options }: Omit<StudiedGame, 'slug'>, position = ''): void {
    this.#asked = null
    this.#begun = { ...options, players, position }
  }

  /** What the server says of what went wrong where the painter played these actions. */
  async #told(way: Way, { message: words, stopped }: GameFault): Promise<string> {
    const actions = JSON.stringify(way)
    if (this.#asked?.actions !== actions) {
      const asked = get<LawFails | null>('/api/workshop/fault', { ...this.#begun, actions })
      const fault = asked.then(
        (found) => (this.#drawn = found),
        () => null, // it does not end there either, and the state says where
      )
      this.#asked = { actions, fault }
    }
    if (stopped) return words
    const fault = await this.#asked.fault
    return fault?.file ? `${fault.error} (${placeOf(fault)})` : words
  }

  #show(game: StudiedGame, way: Way, from: BoardCard | null = null): void {
    const study: Study = { game, name: '', tree: added([], way), way }
    this.board?.end()
    this.failure = ''
    this.board = new AnalysisBoard(study, null, null, from)
  }
}

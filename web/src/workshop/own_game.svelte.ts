/** A game that somebody writes in this page. Python makes it, in a worker; this browser keeps its texts. */
import { parlour } from '#parlour'
import { AnalysisBoard } from '../analysis/analysis_board.svelte'
import { fromBase64, toBase64 } from '../game/view_runs'
import { giveDrawings } from '../net/requests'
import { KeptGames, nameIn, type Texts } from '../own/kept_games.svelte'
import { cleaned, cleanedCard } from '../sandbox/cleaned'
import { distantPainter, giveUpDrawing, type GameFault } from '../sandbox/distant_painter'
import { MADE_ID, textsIn, type MadeGame } from '../sandbox/made_game'
import { keptGame } from '../sandbox/made_games'
import { addresses } from '../router/route'
import type { BoardCard, GameCard } from '../protocol'
import type { Study } from '../study/study_text'
import { StudyTable, type StudiedGame } from '../study/study_table.svelte'
import { added, type Way } from '../study/variations'
import { BalanceReport } from './balance_report.svelte'
import type { Bench } from './bench'
import { mustBeShown, placeOf, tellingFaults } from './faults'
import { finished } from './finished'
import { Python } from '../sandbox/python'
import type { DevState, GameInPage, LawFails, LawsHold } from './workshop_types'

const PAUSE = 150 // ms after a letter: who types on is not interrupted
const PATIENCE = 3_000 // ms: who has written on does not wait longer for an answer about the text before
const LONG = 700 // ms of opening an edit: then the page says so
const GAMES = 3 // random ones on which laws are tried
const LATE_OPENING = 'The game did not open within 20 seconds, and was stopped. Does a loop never end?'
const OLD = 'The text has changed since.'
const LATE_GAMES = 'A few random games took longer than a minute, and were stopped. Does a game never end?'
const LATE_LAWS = 'The laws took longer than 2 minutes, and were stopped. Does a game never end?'

export class OwnGame implements Bench {
  state = $state.raw<DevState | null>(null)
  card = $state.raw<GameCard | null>(null)
  board = $state.raw<AnalysisBoard | null>(null)
  failure = $state('')
  making = $state(false)
  trying = $state(false)
  came = $state(0) // the part of Python's files that is here
  bytes = $state(0) // of all those files
  texts = $state.raw<Texts | null>(null) // null: they are not known yet
  fault = $state.raw<LawFails | null>(null) // of the edit on the board
  looked = $state.raw<LawFails | null>(null) // whose place somebody wants to see
  readonly away = false
  readonly plays = false
  readonly slug = 'my_game'
  readonly games = new KeptGames()
  readonly balance = new BalanceReport(this.slug, (name, given) => this.#python.ask(name, given, 'games', LATE_GAMES))
  readonly #python: Python
  readonly #base = new URL('.', document.baseURI).href
  #code = '' // the name of the module on the board
  #begun: readonly (string | number)[] = [] // the position with which its game begins, as Python is asked for it
  #opened: Texts = {} // of the edit on the board
  #edit = 0 // counts edits
  #ran = false // in the Python that is there, something has run that may have changed it
  readonly #harmless = new Set<string>() // texts of games that came with this page, as JSON
  #opening = Promise.resolve() // until the newest one is on the board
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `list`: of the files of Python. */
  constructor(list: string) {
    this.#python = new Python(list, this.#base, (part, bytes) => {
      this.came = part
      this.bytes = bytes
    })
    addEventListener('storage', this.#heard)
    void this.#begin()
  }

  end(): void {
    removeEventListener('storage', this.#heard)
    clearTimeout(this.#timer)
    this.balance.stop()
    this.#edit++
    this.#python.end()
    this.board?.end()
  }

  /** A file has another text. */
  write(file: string, text: string): void {
    if (this.texts?.[file] !== text) this.change({ ...this.texts, [file]: text })
  }

  /** There are other files, or files with other texts. */
  change(texts: Texts): void {
    this.games.put(texts)
    this.#take(texts)
  }

  /** Another tab writes the same game: this one follows, and never puts older texts over newer ones. */
  readonly #heard = (event: StorageEvent) => {
    const texts = this.games.writtenElsewhere(event)
    if (texts) this.#take(texts)
  }

  #take(texts: Texts): void {
    this.texts = texts
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#open(), PAUSE)
  }

  /** Another game, from one of the small ones. Rejects with a sentence. */
  startAnew(kind: string): Promise<void> {
    const given = [this.slug, 'My game', kind]
    const ask = async () => textsIn(await this.#python.ask('start_texts', given, 'opening', LATE_OPENING))
    return this.#addFrom(true, ask)
  }

  /** Another game, from a .zip. `ours`: it came with this page. Rejects with a sentence. */
  openFile(data: ArrayBuffer, ours = false): Promise<void> {
    const given = [this.slug, toBase64(new Uint8Array(data))]
    return this.#addFrom(ours, async () => {
      const found = await this.#python.ask<{ texts: unknown } | { refused: string }>(
        ...(['texts_in', given, 'opening', LATE_OPENING] as const),
      )
      if ('refused' in found) throw new Error(found.refused)
      return textsIn(found.texts)
    })
  }

  /** Another game, if Python gives its texts; else the one before stays. Rejects with a sentence. */
  async #addFrom(ours: boolean, ask: () => Promise<Texts>): Promise<void> {
    const left = this.#leave()
    try {
      const texts = await ask()
      if (ours) this.#harmless.add(JSON.stringify(texts))
      await this.add(texts)
    } catch (error) {
      if (left && !this.#ran) void this.#open()
      throw error
    }
  }

  /** Another game, beside those that are there. */
  async add(texts: Texts): Promise<void> {
    this.#leave()
    this.games.add(texts)
    await this.#turnTo(texts)
  }

  /** Another of the games that this browser keeps. */
  async turnTo(id: number): Promise<void> {
    const texts = this.games.textsOf(id)
    if (!texts) return
    this.#leave()
    this.games.choose(id)
    await this.#turnTo(texts)
  }

  /** The game as a .zip, and the name of that file. Rejects with a sentence. */
  async file(): Promise<{ name: string; data: Blob }> {
    const given = [this.slug, JSON.stringify(this.texts), nameIn(this.texts ?? {})]
    const made = await this.#python.ask<{ slug: string; data: string }>('zip_of', given, 'opening', LATE_OPENING)
    const data = new Blob([fromBase64(made.data) as BlobPart], { type: 'application/zip' })
    return { name: `${made.slug}.zip`, data }
  }

  begin(players: number): Promise<void> {
    return this.#show({ slug: this.slug, players, options: {} }, [])
  }

  visit({ players, options, actions }: LawFails): Promise<void> {
    return this.#show({ slug: this.slug, players, options }, actions)
  }

  look(fault: LawFails): void {
    this.looked = { ...fault }
  }

  async setUp(text: string): Promise<void> {
    await this.#show({ ...this.board!.study.game }, [], text)
  }

  check = (): void => {
    const { state } = this
    if (!state || state.edit === 0 || this.trying) return
    this.trying = true
    this.fault = null
    const asked = this.#python.ask<LawsHold | LawFails>('laws', [this.slug, GAMES], 'laws', LATE_LAWS)
    void asked
      .catch((error: Error) => this.#failed(error))
      .then((laws) => {
        this.trying = false
        if (this.state?.edit === state.edit) this.state = { ...this.state, laws }
      })
  }

  /** Whether all lessons of the newest edit can be taken; if not, it is told as a broken law is. Rejects with a sentence. */
  async lessonsHold(): Promise<boolean> {
    await this.#opening
    const { state } = this
    const laws = await this.#python.ask<LawFails | null>('lessons', [this.slug], 'laws', LATE_LAWS)
    if (!state || this.state?.edit !== state.edit) throw new Error(OLD)
    if (laws) this.state = { ...state, laws }
    return laws === null
  }

  /** The newest edit that could be opened, ready to be played and shared. Rejects with a sentence. */
  finished(): Promise<MadeGame> {
    // Python answers in order: by then the texts are those of the edit that it has
    return finished(this.#python, this.slug, () => this.#opened)
  }

  async #begin(): Promise<void> {
    const given = await this.#given()
    const known = given && this.games.find(given) // one's own game, seen at a table
    if (known) this.games.choose(known)
    else if (given) this.games.add(given)
    this.texts = given ?? this.games.textsOf(this.games.open)
    try {
      await this.#python.start()
      if (this.texts) await this.#open()
      else await this.startAnew('squares')
    } catch (error) {
      this.failure = (error as Error).message
    }
  }

  /** The texts of a game of somebody else, about which the address speaks; null: of none. */
  async #given(): Promise<Texts | null> {
    const id = location.hash.slice(1)
    if (!MADE_ID.test(id)) return null
    const found = await keptGame(this.#base, id).catch(() => null)
    history.replaceState(history.state, '', addresses.editor) // loaded again, it would be added again
    return found?.texts ?? null
  }

  /** A text may have changed Python itself, with which the next game would be made and tried. Whether it may have. */
  #leave(): boolean {
    const ran = this.#ran
    if (ran) this.#python.end()
    this.#ran = false
    return ran
  }

  /** Nothing of the game before stays on the board. */
  async #turnTo(texts: Texts): Promise<void> {
    this.board?.end()
    this.balance.forget()
    this.state = this.card = this.board = this.fault = this.looked = null
    this.failure = ''
    this.texts = texts
    await this.#open()
  }

  #open(): Promise<void> {
    return (this.#opening = this.#openNewest())
  }

  async #openNewest(): Promise<void> {
    clearTimeout(this.#timer)
    const edit = ++this.#edit
    if (this.#python.busy > PATIENCE) this.#python.end(new Error(OLD))
    const texts = this.texts ?? {}
    const given = [this.slug, JSON.stringify(texts)]
    giveUpDrawing()
    this.#ran ||= !this.#harmless.has(JSON.stringify(texts))
    const long = setTimeout(() => (this.making = edit === this.#edit), LONG)
    const made = await this.#python
      .ask<GameInPage>('opened', given, 'opening', LATE_OPENING)
      .catch((error: Error) => ({ failure: this.#failed(error), card: null, code: '', name: '', art: '' }))
    clearTimeout(long)
    made.failure &&= cleaned(made.failure)
    try {
      made.card &&= cleanedCard(made.card)
    } catch (error) {
      made.failure = this.#failed(error as Error)
    }
    if (made.card) this.#opened = texts
    if (edit !== this.#edit) return
    this.making = false
    const before = this.state ?? { game: this.slug, news: 0, edit: 0, failure: null, fault: null, laws: null }
    if (made.failure || !made.card) {
      this.state = { ...before, failure: made.failure }
      return
    }
    this.card = made.card
    this.#code = made.name
    const { cleanedSvg } = await import('../sandbox/cleaned_markup')
    giveDrawings(this.slug, cleanedSvg(String(made.art)))
    const code = new Blob([made.code])
    const painter = () => distantPainter(this.#base, made.name, code)
    parlour.lend?.(made.name, async () => tellingFaults(await painter(), (way, fault) => this.#told(way, fault)))
    this.fault = null
    this.state = { ...before, edit, failure: null, fault: null, laws: null }
    await this.#follow(made.card, edit)
  }

  /** The newest edit comes to the board, with the moves that are still possible. */
  async #follow(card: GameCard, edit: number): Promise<void> {
    const before = this.board?.study.game
    const players = before && card.players.includes(before.players) ? before.players : card.players[0]!
    const game = { slug: this.slug, players, options: before?.options ?? {} }
    try {
      const first = await this.#first(game)
      const table = new StudyTable(this.slug, first)
      const way = before?.players === players ? (this.board?.way ?? []) : []
      const kept = await (await table.positions()).playable(way)
      table.end()
      if (edit === this.#edit) this.#put(game, kept, first)
    } catch (error) {
      if (edit === this.#edit) this.failure = (error as Error).message
    }
  }

  async #show(game: StudiedGame, way: Way, text = ''): Promise<void> {
    const first = await this.#first(game, text)
    await mustBeShown(this.slug, first, way)
    this.#put(game, way, first)
  }

  /** What Python says of what went wrong where the painter played these actions. */
  async #told(way: Way, { message: words, stopped }: GameFault): Promise<string> {
    if (stopped) return words // it would not end there either
    const given = [this.slug, ...this.#begun, JSON.stringify(way)]
    const found = await this.#python.ask<LawFails | null>('replayed', given, 'opening', LATE_OPENING).catch(() => null)
    if (!found?.file) return words
    this.fault = cleaned(found)
    return `${found.error} (${placeOf(found)})`
  }

  /** The position with which a game begins: its own, or that of a text. Rejects with a sentence. */
  async #first({ players, options }: StudiedGame, text = ''): Promise<BoardCard> {
    const begun = [players, JSON.stringify(options), text]
    const given = [this.slug, this.#code, ...begun]
    const card = await this.#python.ask<BoardCard | { refused: string }>('board', given, 'opening', LATE_OPENING)
    if ('refused' in card) throw new Error(card.refused)
    this.#begun = begun
    return card
  }

  #put(game: StudiedGame, way: Way, first: BoardCard): void {
    const study: Study = { game, name: '', tree: added([], way), way }
    this.board?.end()
    this.failure = ''
    this.board = new AnalysisBoard(study, null, null, first)
  }

  #failed(error: Error): LawFails {
    return {
      ...{ result: 'fails', game: this.slug, error: error.message, law: '', sentence: '', file: '', line: 0 },
      ...{ players: 0, options: {}, seed: 0, ply: 0, position: '', state: '', actions: [], more: [] },
    } as LawFails
  }
}

/**
 * A table of a game that somebody made: its positions come as bytes, and pictures are made here, in a sandbox, if this
 * browser has the game. A server knows its rules alone, and tells actions as numbers; then words are made here, too.
 */
import { NewestView } from '../game/newest_view'
import type { Painter, SeenView } from '../painting/painter'
import type { Changed, Client, Entry, Looked, Moment, Moved, Server, TableCard, Welcome } from '../protocol'
import type { ShownMoment } from '../state'
import { emptyScene } from './cleaned_scene'
import { lentPainter } from './lent_game'
import { actionOf, ToldWords } from './told_words'

/** What becomes of a message: another one; nothing, as it was an answer to what was asked here; or all has to be asked
 * for anew. */
export type Pictured = Server | 'used' | 'ask again'
type SendToServer = (message: Client) => boolean

export class DrawnTable {
  readonly #newest = new NewestView()
  readonly #words = new ToldWords()
  #card: TableCard | null = null
  #eyes: number | null = null // the seat whose view the newest position is; null: of a person who only watches

  /** `painter`: an Error says why there is none; `worded`: moves come with their words. */
  constructor(
    readonly painter: Painter | Error,
    readonly worded = false,
  ) {}

  /** `slug`: of the game on that server. */
  static async of(slug: string): Promise<DrawnTable> {
    return new DrawnTable(await lentPainter(slug).catch((error: Error) => error))
  }

  async pictured(message: Server, ask: SendToServer): Promise<Pictured> {
    if (message.type === 'tabled') this.#card = message.table
    if (message.type === 'welcome') return this.#welcomed(message, ask)
    if (message.type === 'looked') return this.#looked(message, ask)
    return message.type === 'changed' || message.type === 'moved' ? this.#moved(message) : message
  }

  async #welcomed(message: Welcome, ask: SendToServer): Promise<Welcome> {
    const { table, moves, moment } = message
    this.#card = table
    this.#newest.restart(moment)
    if (!this.worded) this.#words.welcomed(moves, moment, ask)
    return { ...message, moves: moves.map(this.#words.of), moment: await this.#shown(moment, true) }
  }

  async #moved(message: Changed | Moved): Promise<Pictured> {
    const before = this.#seen(this.#newest.view, this.#eyes)
    const moved = message.type === 'changed' ? this.#newest.whole(message) : message
    if (!moved) return this.#newest.forget() ? 'ask again' : 'used'
    if (message.type === 'moved') this.#newest.restart(moved.moment)
    await this.#tell(before, moved.moves)
    return { ...moved, moves: moved.moves.map(this.#words.of), moment: await this.#shown(moved.moment, true) }
  }

  async #looked(message: Looked, ask: SendToServer): Promise<Pictured> {
    const { moment } = message
    const following = this.#words.following(moment)
    if (!following) return { ...message, moment: await this.#shown(moment, false) }
    await this.#tell(this.#seen(moment.view, moment.seen_by), following)
    return this.#words.answered(ask) ? 'ask again' : 'used'
  }

  async #tell(before: SeenView, moves: readonly Entry[]): Promise<void> {
    if (this.worded || this.painter instanceof Error || before.view === '') return
    const told = await this.painter.told(before, moves.map(actionOf)).catch(() => [])
    this.#words.heard(moves, Array.isArray(told) ? told : [])
  }

  #seen(view: string, viewer: number | null): SeenView {
    const players = this.#card?.players ?? 0
    return { view, viewer, players, facing: this.#mine[0] ?? 0 }
  }

  get #mine(): number[] {
    return (this.#card?.seats ?? []).filter(({ yours }) => yours).map(({ index }) => index)
  }

  async #shown(moment: Moment, newest: boolean): Promise<ShownMoment> {
    const { painter } = this
    const seen = this.#seen(moment.view || this.#newest.view, moment.seen_by)
    if (newest) this.#eyes = moment.seen_by
    if (painter instanceof Error) return { ...moment, view: '', scene: emptyScene(painter.message) }
    const decides = newest && moment.words === '' && this.#mine.includes(moment.mover ?? -1)
    const scene = await painter.picture({ ...seen, decides }).catch((error: Error) => emptyScene(error.message))
    if (moment.words !== '') scene.caption = moment.words
    return {
      ...moment,
      view: '',
      scene,
      preview: (action) => painter.picture({ ...seen, after: action }),
      explain: (path, spot) => painter.why(seen, path, spot),
    }
  }
}

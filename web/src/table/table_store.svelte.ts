/** A table as this page knows it: what the server said, and which position is on show. state.ts says what each field is. */
import { parlour } from '#parlour'
import { SvelteSet } from 'svelte/reactivity'
import type { Client, Entry, Move, Refused, TableCard, Server, Welcome } from '../protocol'
import type { Notice, Seen, ShownMoment } from '../state'
import { remember } from '../browser/saved_tables'
import { DrawChecker } from '../fairness/draw_checks.svelte'
import { PledgeWitness } from '../fairness/witness.svelte'
import type { Conversation } from '../net/parlour'
import { recent } from '../scene/marks'
import { sounds } from '../sound/sounds.svelte'
import { Playback } from '../scene/playback.svelte'
import { narrowScreen } from '../board/screen'
import { Stage } from '../scene/stage.svelte'
import { TableClocks } from '../seats/clocks.svelte'
import { task, turn } from '../text/turn_text'
import { Announcer } from './announcer.svelte'
import { Browsing } from './browsing.svelte'
import { ChatLog } from './chat.svelte'
import { DrawnPositions } from './drawn_positions'
import { HotSeat } from './hot_seat.svelte'
import { hello, receive, understands, type Inner } from './messages'
import { Reach } from './reach.svelte'

const UNKNOWN_MESSAGE = 'The server says something that is new to this page. Load the page again to get a newer one.'
export const UNREAD = 'This page cannot show what the server says. Load the page again.'
const POSITIONS = new Set<Server['type']>(['welcome', 'moved', 'changed', 'looked']) // messages that are drawn

export class TableStore implements Inner {
  card = $state.raw<TableCard | null>(null)
  moves = $state.raw<readonly Entry[]>([])
  newest = $state.raw<ShownMoment | null>(null)
  nudges = $state(0)
  up = $state(false)
  closed = $state.raw<Refused | null>(null)
  gate = $state.raw<TableCard | null>(null)
  sent = $state.raw<{ ply: number; action: number } | null>(null)
  notices = $state.raw<readonly Notice[]>([])

  admitted = false
  moving: Move | null = null
  inquiring = false
  paints = true
  revealing = false

  onView: (ply: number, view: string | null) => void = () => {}

  readonly #said = new SvelteSet<string>() // sentences that are enough once while it is connected
  readonly reach = new Reach()
  readonly stage = new Stage()
  readonly announcer = new Announcer()
  readonly browser: Browsing = new Browsing(this)
  readonly chat: ChatLog = new ChatLog(this)
  readonly clocks = new TableClocks()
  readonly draws: DrawChecker = new DrawChecker(this)
  readonly hotSeat: HotSeat = new HotSeat(this)
  readonly drawn = new DrawnPositions()
  readonly witness: PledgeWitness
  readonly playback: Playback = new Playback(this.stage, {
    browsing: () => this.browsing !== null,
    onClock: () => this.clocks.times !== null && this.mine.includes(this.newest?.mover ?? -1),
    before: (moment) => this.hotSeat.before(moment),
    landed: (happened, own) => {
      for (const name of happened) sounds.play(this.drawn.sounds, name)
      if (own) sounds.buzz()
    },
  })

  trouble = $derived(this.up ? '' : this.reach.words)
  /** The server has spoken, but long after that there is nothing to show. */
  unshown = $derived(this.newest === null && this.reach.late && (this.up || this.#said.has(UNREAD)))
  gameName = $derived(this.card?.game.name ?? '')
  styles: string[] = $derived((this.card?.seats ?? []).map(({ style }) => style))
  browsing: number | null = $derived(this.browser.ply)
  handOverTo: number | null = $derived(this.hotSeat.next)
  announced = $derived(this.announcer.words)
  mine: number[] = $derived((this.card?.seats ?? []).filter((seat) => seat.yours).map((seat) => seat.index))
  lent = $derived((this.card?.seats[this.newest?.mover ?? -1]?.level ?? '') !== '')
  shown = $derived(this.playback.shown)
  told = $derived(this.browsing === null ? (this.playback.landed ?? this.shown) : this.shown)
  recent: Entry[] = $derived(this.shown ? recent(this.moves, this.shown, this.mine, this.browsing !== null) : [])
  live = $derived(
    this.browsing === null && this.told !== null && this.told === this.newest && this.sent === null && !this.lent,
  )

  #sent: Move | null = null // the newest one
  #waiting = false // for the code of the game
  #whole: 'not asked' | 'asked' | 'came' = 'not asked' // since it is connected, because something could not be read
  #unread: Server[] = []
  readonly #conversation: Conversation

  constructor(
    readonly id: string,
    readonly keys: readonly string[],
    seen: Seen | null, // what this browser saw of the chance first: by now the server could say something else
  ) {
    this.witness = new PledgeWitness(id, keys, seen)
    this.#conversation = parlour.converse(id, {
      opened: () => {
        this.reach.opened()
        this.paints = true // it may be another server now
        this.#whole = 'not asked'
        this.#said.clear()
        this.inquiring = keys.length > 0 && this.witness.mayAddSeed
        hello(this)
      },
      closed: () => {
        this.reach.closed(this.up)
        this.up = false
        this.#unread = []
        this.moving = this.sent && this.#sent
        this.chat.disconnected()
        this.draws.disconnected()
        this.onView(-1, null)
      },
      received: (message) => this.#received(message),
    })
    narrowScreen.addEventListener('change', this.#rearrange)
  }

  end(): void {
    narrowScreen.removeEventListener('change', this.#rearrange)
    this.reach.end()
    this.playback.end()
    this.#conversation.end()
    this.announcer.forget()
  }

  send(message: Client): boolean {
    return this.#conversation.send(message)
  }

  /** Messages wait until the code is here with which the page draws the game. */
  #received(message: Server): void {
    if (!understands(message)) return this.#tellOnce(UNKNOWN_MESSAGE)
    if (this.#waiting) return void this.#unread.push(message)
    try {
      if (message.type === 'welcome' && !this.drawn.has(message)) return void this.#load(message)
      receive(this, message)
      if (message.type === 'welcome' && this.#whole === 'asked') this.#whole = 'came'
    } catch (error) {
      console.error(error)
      this.#fail(message)
    }
  }

  /**
   * It could not be read. Once the page asks for everything anew; what it still fails to draw, the server draws; if that
   * fails, too, the game stays as it was shown last.
   */
  #fail({ type }: Server): void {
    const anew = type === 'welcome'
    if (this.#whole === 'asked' && !anew) return
    if (this.#whole === 'not asked' && !anew) {
      this.#whole = 'asked'
      this.drawn.forget()
      hello(this)
    } else if (this.paints && POSITIONS.has(type)) this.#askForPictures()
    else this.#tellOnce(UNREAD)
  }

  #tellOnce(words: string): void {
    if (this.#said.has(words)) return
    this.#said.add(words)
    this.tell(words, true)
  }

  #askForPictures(): void {
    this.paints = false
    this.#unread = []
    hello(this)
  }

  async #load(message: Welcome): Promise<void> {
    this.#waiting = true
    try {
      await this.drawn.load(message, (name) => parlour.code(name))
      this.#unread.unshift(message)
    } catch {
      this.#askForPictures()
    }
    this.#waiting = false
    for (const unread of this.#unread.splice(0)) this.#received(unread)
  }

  agree(): void {
    remember({ id: this.id, agreed: true })
    this.gate = null
    hello(this)
  }

  move(action: number): void {
    const { newest } = this
    if (!newest || newest.mover === null || !this.live) return
    const { ply, takebacks } = newest
    const move: Move = { type: 'move', seat: newest.mover, ply, action, takebacks }
    if (this.send(move)) {
      this.#sent = move
      this.sent = { ply, action }
    } else this.tell('There is no connection right now, so your move was not sent.', true)
  }

  browse(ply: number): void {
    this.browser.to(ply)
  }

  take(): void {
    if (this.handOverTo === null) return
    this.hotSeat.take()
    this.browser.forget() // other eyes saw those
    const { newest, card } = this
    if (newest && card) this.say(`${turn(card, newest)} ${task(card, newest)}`)
  }

  async hurry(): Promise<boolean> {
    const { newest } = this
    const { holder } = this.hotSeat
    await this.playback.finish()
    return this.newest === newest && this.hotSeat.holder === holder
  }

  say(words: string): void {
    this.announcer.say(words)
  }

  tell(words: string, refusal = false): void {
    this.notices = [...this.notices, { words, count: this.notices.length + 1, refusal }]
    this.say(words)
  }

  /** The screen has become narrow or wide: asks for everything again, as the server has it. */
  readonly #rearrange = () => {
    this.browser.forget()
    if (this.up) hello(this)
  }
}

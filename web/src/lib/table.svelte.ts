/** A table as this page knows it: what the server said, and which position is on show. */
import type { Client, Entry, Moment, Refused, Scene, Server, TableCard } from '../protocol'
import { Connection, socketAddress } from './connection'
import { pace, type Held } from './motion'
import { NARROW, narrowed } from './narrow'
import { Stage } from './stage.svelte'
import { passing, said, sentence, turn } from './words'

const BREATH = 140 // ms between two moves, so that an answer at once still reads as a second move
const PASSING = new Set(['NotReady', 'TooBusy', 'StoreTrouble']) // refusals of a Hello that is worth repeating
const PATIENCE = 1500 // ms until then
const width = matchMedia(NARROW)
const LOOK = 240 // ms for a step through the game

const laid = (scene: Scene) => (width.matches ? narrowed(scene) : scene)
const arranged = (moment: Moment) => ({ ...moment, scene: laid(moment.scene) })

export class Table {
  card = $state.raw<TableCard | null>(null)
  moves = $state.raw<Entry[]>([])
  newest = $state.raw<Moment | null>(null)
  shown = $state.raw<Moment | null>(null) // on the stage; behind `newest` while moves are still being played out
  looking = $state<number | null>(null) // the ply of an earlier position that somebody looks at
  up = $state(false)
  broken = $state(false) // the line was up once, and is not now
  closed = $state.raw<Refused | null>(null) // there is no such table, or not with these keys
  sent = $state.raw<{ ply: number; action: number } | null>(null) // a move on its way
  spoken = $state('') // for screen readers
  handing = $state<number | null>(null) // the seat that the device is to be passed to: until it takes it all is covered
  notice = $state.raw<{ words: string; count: number }>({ words: '', count: 0 }) // a refusal, to read

  readonly stage = new Stage()
  held: Held | undefined // where a hand let go of pieces: the next scene starts from there
  onPreview: (ply: number, action: number, scene: Moment['scene']) => void = () => {}

  /** The newest position is on show and quiet: clicks count. */
  live = $derived(this.looking === null && this.shown !== null && this.shown === this.newest && this.sent === null)

  readonly #connection: Connection
  readonly #seen = new Map<number, Moment>() // by ply: stepping through the game asks only once
  #queue: Moment[] = []
  #busy = false
  #holder: number | null = null // the seat before the device, where several at one screen have secrets
  #taken = () => {}

  constructor(
    readonly id: string,
    readonly keys: string[],
  ) {
    this.#connection = new Connection(socketAddress(id), {
      opened: () => this.hello(),
      closed: () => {
        this.broken = this.broken || this.up
        this.up = false
        this.sent = null
      },
      received: (message) => this.#received(message),
    })
    width.addEventListener('change', this.#rearrange)
  }

  hello(): void {
    this.send({ type: 'hello', keys: this.keys })
  }

  send(message: Client): boolean {
    return this.#connection.send(message)
  }

  end(): void {
    width.removeEventListener('change', this.#rearrange)
    this.#connection.end()
  }

  move(action: number): void {
    const { newest } = this
    if (!newest || newest.mover === null || !this.live) return
    const ply = newest.ply
    if (this.send({ type: 'move', seat: newest.mover, ply, action })) this.sent = { ply, action }
    else this.#tell('The line is down just now; your move was not sent.')
  }

  /** Shows the position after `ply` moves; the newest one ends looking back. */
  look(ply: number): void {
    const { newest } = this
    if (!newest || this.handing !== null) return
    const wanted = Math.min(Math.max(0, ply), newest.ply)
    this.#queue = []
    if (wanted === newest.ply) {
      this.looking = null
      if (this.shown !== newest) this.#present(newest)
      return
    }
    this.looking = wanted
    const known = this.#seen.get(wanted)
    if (known) this.#present(known)
    else this.send({ type: 'look', ply: wanted })
  }

  /** Whoever the device was passed to has it, and wants to see. */
  take(): void {
    if (this.handing === null) return
    this.#holder = this.handing
    this.handing = null
    this.#seen.clear() // other eyes saw those
    this.#taken()
    const { newest, card } = this
    if (newest && card) this.say(`${turn(card, newest)} ${newest.scene.choices.length > 0 ? (newest.scene.prompts[0] ?? '') : ''}`)
  }

  /** Whether a moment shows what only another one at this screen may see. */
  #secret(moment: Moment): boolean {
    if (!this.card?.game.hidden || this.newest?.over) return false
    return moment.seen_by !== this.#holder && this.card.seats.filter((seat) => seat.yours).length > 1
  }

  say(words: string): void {
    // A screen reader only speaks what changed: the same words twice differ by a space that nobody hears.
    this.spoken = words === this.spoken ? `${words} ` : words
  }

  #tell(words: string): void {
    this.notice = { words, count: this.notice.count + 1 }
    this.say(words)
  }

  #received(message: Server): void {
    switch (message.type) {
      case 'welcome':
        this.up = true
        this.broken = false
        this.closed = null
        this.sent = null
        this.card = message.table
        this.moves = message.moves
        this.#arrived(arranged(message.moment))
        break
      case 'moved':
        this.#moved(message.entry, arranged(message.moment))
        break
      case 'previewed':
        this.onPreview(message.ply, message.action, laid(message.scene))
        break
      case 'looked':
        this.#seen.set(message.moment.ply, arranged(message.moment))
        if (this.looking === message.moment.ply) this.look(message.moment.ply)
        break
      case 'tabled':
        this.card = message.table
        break
      case 'refused':
        this.#refused(message)
    }
  }

  /** The screen became narrow or wide: everything anew, from the server, which keeps it as it was. */
  readonly #rearrange = () => {
    this.#seen.clear()
    if (this.up) this.hello()
  }

  #moved(entry: Entry, moment: Moment): void {
    if (entry.ply <= this.moves.length) return // already known from a Welcome
    if (entry.ply > this.moves.length + 1) return this.hello() // something was missed: ask for everything
    this.moves = [...this.moves, entry]
    this.sent = null
    const open = moment.scene.choices.length > 0 && !this.#secret(moment)
    const prompt = open ? moment.scene.prompts[0] : ''
    this.say(`${said(entry)}. ${this.card ? turn(this.card, moment) : ''} ${prompt ?? ''}`)
    this.#arrived(moment)
  }

  #arrived(moment: Moment): void {
    this.newest = moment
    this.#seen.set(moment.ply, moment)
    if (this.looking === null) this.#present(moment)
  }

  #refused(message: Refused): void {
    this.sent = null
    if (!this.card) {
      if (PASSING.has(message.code)) {
        setTimeout(() => this.hello(), PATIENCE)
        return
      }
      this.closed = message
      this.end()
      return
    }
    this.#tell(sentence(message.words))
    if (this.newest && message.ply !== this.newest.ply) this.hello()
  }

  #present(moment: Moment): void {
    this.#queue.push(moment)
    if (!this.#busy) void this.#play()
  }

  /** Covers everything until the seat whose view comes next has the device. */
  #pass({ seen_by }: Moment): Promise<void> {
    this.handing = seen_by
    const seat = this.card?.seats[seen_by ?? -1]
    if (seat) this.say(`${this.spoken.trim()} ${passing(seat)}`)
    return new Promise((taken) => (this.#taken = taken))
  }

  /** Plays the waiting positions one after the other, faster when many wait. */
  async #play(): Promise<void> {
    this.#busy = true
    for (let moment = this.#queue.shift(); moment; moment = this.#queue.shift()) {
      const secret = this.#secret(moment)
      if (secret) await this.#pass(moment)
      const waiting = this.#queue.length
      const before = this.shown
      const time = secret ? 0 : this.looking === null ? pace(waiting) : LOOK
      const showing = this.stage.show(moment.scene, time, this.held, moment.last[0])
      this.held = undefined
      this.shown = moment
      await showing
      if (this.#queue.length > 0 && before && waiting < 3) await new Promise((done) => setTimeout(done, BREATH))
    }
    this.#busy = false
  }
}

/** A table as this page knows it: what the server said, and which position is on show. */
import type { Client, Entry, Moment, Refused, Scene, Server, TableCard, Welcome } from '../protocol'
import { Clocks } from './clock.svelte'
import { Connection, socketAddress } from './connection'
import { word } from './luck'
import { BREATH, LOOK, pace, type Held } from './motion'
import { NARROW, narrowed } from './narrow'
import { news } from './news'
import { Proof } from './proof.svelte'
import { Stage } from './stage.svelte'
import { Talk } from './talk.svelte'
import { refusedBack, tookBack } from './takeback'
import { passing, said, secret, sentence, task, turn } from './words'

const NOTHING = '-' // was promised at a table of an earlier Rookery
const PASSING = new Set(['NotReady', 'TooBusy', 'StoreTrouble', 'Unanswered']) // refusals of a Hello that is worth repeating
const PATIENCE = 1500 // ms until then
const width = matchMedia(NARROW)
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
  readonly talk = new Talk(this)
  readonly proof = new Proof(this)
  readonly clocks = new Clocks()
  held: Held | undefined // where a hand let go of pieces: there the next scene starts
  onPreview: (ply: number, action: number, scene: Moment['scene']) => void = () => {}

  mine: number[] = $derived((this.card?.seats ?? []).filter((seat) => seat.yours).map((seat) => seat.index))
  lent = $derived((this.card?.seats[this.newest?.mover ?? -1]?.level ?? '') !== '') // a bot decides now, maybe in my place
  /** The newest position is on show and quiet: clicks count. */
  live = $derived(
    this.looking === null && this.shown !== null && this.shown === this.newest && this.sent === null && !this.lent,
  )

  readonly #connection: Connection
  readonly #word = word()
  readonly #seen = new Map<number, Moment>() // by ply: stepping through the game asks only once
  #queue: Moment[] = []
  #busy = false
  #holder: number | null = null // the seat before the device, where several at one screen have secrets
  #taken = () => {}
  #opening = false // the game is over, and what was secret is asked for
  #round = 0 // grows when what waits to be shown is void

  constructor(
    readonly id: string,
    readonly keys: string[],
    public promised: string, // as this browser saw it at first: the server could tell another promise by now
  ) {
    this.#connection = new Connection(socketAddress(id), {
      opened: () => this.hello(),
      closed: () => {
        this.broken = this.broken || this.up
        this.up = false
        this.sent = null
        this.proof.lost()
      },
      received: (message) => this.#received(message),
    })
    width.addEventListener('change', this.#rearrange)
  }

  /** Who adds a word has to know the promise: a page that does not comes as one who watches first. */
  hello(): void {
    this.send(this.promised === '' ? { type: 'hello', keys: [] } : { type: 'hello', keys: this.keys, word: this.#word })
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
    const { ply, takebacks } = newest
    if (this.send({ type: 'move', seat: newest.mover, ply, action, takebacks })) this.sent = { ply, action }
    else this.tell('The line is down just now; your move was not sent.')
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
    if (newest && card) this.say(`${turn(card, newest)} ${task(card, newest)}`)
  }

  /** Whether a moment shows what only another one at this screen may see. */
  #secret(moment: Moment): boolean {
    if (!this.card?.game.hidden || this.newest?.over) return false
    return moment.seen_by !== this.#holder && this.mine.length > 1
  }

  /** The same words twice differ by a space that nobody hears: a screen reader only speaks what changed. */
  say(words: string): void {
    this.spoken = words === this.spoken ? `${words} ` : words
  }

  /** To read, and to hear. */
  tell(words: string): void {
    this.notice = { words, count: this.notice.count + 1 }
    this.say(words)
  }

  #received(message: Server): void {
    this.clocks.heard(message)
    switch (message.type) {
      case 'welcome':
        this.#welcomed(message)
        break
      case 'moved':
        this.#moved(message.moves, arranged(message.moment))
        break
      case 'previewed':
        this.onPreview(message.ply, message.action, laid(message.scene))
        break
      case 'looked':
        if (message.moment.takebacks !== this.newest?.takebacks) break // of a game that went otherwise
        this.#seen.set(message.moment.ply, arranged(message.moment))
        if (this.looking === message.moment.ply) this.look(message.moment.ply)
        break
      case 'tabled':
        this.#tabled(message.table)
        break
      case 'talked':
        this.talk.heard(message.line)
        break
      case 'checked':
        this.proof.told(message)
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

  #welcomed({ table, moves, moment, talk }: Welcome): void {
    const { card, newest } = this
    this.closed = null
    const first = this.promised === ''
    this.promised ||= table.luck.promise || NOTHING
    if (first) return this.hello()
    this.up = true
    this.broken = false
    this.sent = null
    if (newest && moment.takebacks !== newest.takebacks) this.#wentBack(moves, moment)
    else if (newest && !newest.over && moment.over) this.say(turn(table, moment)) // somebody gave up
    else if (card && !card.begun && table.begun) this.say(`The game begins. ${turn(table, moment)}`)
    else if (this.#opening) this.say(`${this.spoken.trim()} What was secret stands in the list of moves now.`)
    this.#opening = false
    this.card = table
    this.moves = moves
    this.talk.all(talk)
    this.#arrived(arranged(moment))
  }

  /** Some of what was played is no more, nor what was seen and what waits to be shown. */
  #wentBack(moves: readonly Entry[], moment: Moment): void {
    const { words, told } = tookBack(this.card!, this.moves, moves)
    if (told) this.tell(words)
    else this.say(`${words} ${turn(this.card!, moment)}`)
    this.#seen.clear()
    this.proof.wentBack(moment.ply)
    if (this.looking !== null && this.looking >= moment.ply) this.looking = null
    this.#queue = this.#queue.filter(({ ply }) => ply === this.looking)
    this.#round += 1
    if (this.handing !== null) {
      this.handing = null
      this.#holder = null // whoever has the device now
      this.#taken()
    }
  }

  #tabled(table: TableCard): void {
    const before = this.card
    this.card = table
    const words = before ? news(before, table, this.moves) : ''
    if (words !== '') this.say(words)
    if (before?.asked && !table.asked) this.tell(refusedBack(before, this.moves))
    if (this.newest?.over && !this.#opening && this.moves.some(secret)) {
      this.#opening = true // the last move is spoken: the list may say more than was said
      this.hello()
    }
    const behind = this.newest && this.shown !== this.newest && this.looking === null && !this.#busy
    if (behind) this.#present(this.newest!) // a bot looked, and the person is back
  }

  #moved(moves: readonly Entry[], moment: Moment): void {
    const fresh = moves.filter(({ ply }) => ply > this.moves.length) // others are known from a Welcome
    if (!fresh[0]) return
    if (fresh[0].ply > this.moves.length + 1) return this.hello() // something was missed: ask for everything
    this.moves = [...this.moves, ...fresh]
    this.sent = null
    if (this.card?.asked) this.card = { ...this.card, asked: null } // who was asked has played on
    const first = this.card && !this.#secret(moment) ? task(this.card, moment) : ''
    this.say(`${fresh.map(said).join('. ')}. ${this.card ? turn(this.card, moment) : ''} ${first}`)
    this.#arrived(moment)
  }

  #arrived(moment: Moment): void {
    this.newest = moment
    this.#seen.set(moment.ply, moment)
    if (this.looking === null) this.#present(moment)
  }

  #refused(message: Refused): void {
    this.sent = null
    const passing = PASSING.has(message.code)
    if (!this.card && !passing) {
      this.closed = message
      return this.end()
    }
    if (this.card) {
      if (this.proof.refused(message)) return
      this.tell(sentence(message.words))
      if (message.ply === this.newest?.ply) return
    }
    if (passing) setTimeout(() => this.hello(), PATIENCE)
    else this.hello()
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
      if (secret && this.card?.seats[moment.seen_by ?? -1]?.level) continue // a bot looks, and nobody else
      const round = this.#round
      if (secret) await this.#pass(moment)
      if (round !== this.#round) continue
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

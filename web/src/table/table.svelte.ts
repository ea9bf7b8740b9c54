/** A table as this page knows it: what the server said, and which position is on show. */
import type {
  Because,
  Client,
  Entry,
  Moment,
  Moved,
  Nudging,
  Refused,
  Scene,
  Server,
  TableCard,
  Welcome,
} from '../protocol'
import { Clocks } from '../seats/clocks.svelte'
import { Connection, socketAddress } from '../net/socket'
import { recent } from '../scene/marks'
import { NARROW, narrowed } from '../scene/layout'
import { Playback } from '../scene/playback.svelte'
import { Proof } from '../fairness/draw_checks.svelte'
import { Speech, announce, nudge } from './announcer.svelte'
import { Stage } from '../scene/stage.svelte'
import { Talk } from './chat.svelte'
import { refusedBack, tookBack } from '../moves/takebacks'
import { Witness, type Seen } from '../fairness/witness.svelte'
import { passing } from '../text/seat_text'
import { secret } from '../text/move_text'
import { sentence } from '../text/english'
import { task, turn } from '../text/turn_text'

const PASSING = new Set(['NotReady', 'TooBusy', 'StoreTrouble', 'Unanswered']) // refusals of a Hello that is worth repeating
const ANSWERS = new Set<Server['type']>(['welcome', 'refused']) // to a Hello
const PATIENCE = 1500 // ms until then
const width = matchMedia(NARROW)
const laid = (scene: Scene) => (width.matches ? narrowed(scene) : scene)
const arranged = (moment: Moment) => ({ ...moment, scene: laid(moment.scene) })

export interface Notice {
  words: string
  count: number // of all that this page has shown
  refusal: boolean // what was asked for here was not done
}

export class Table {
  card = $state.raw<TableCard | null>(null)
  moves = $state.raw<Entry[]>([])
  newest = $state.raw<Moment | null>(null)
  looking = $state<number | null>(null) // the ply of an earlier position that somebody looks at
  up = $state(false)
  broken = $state(false) // the line was up once, and is not now
  closed = $state.raw<Refused | null>(null) // there is no such table, or not with these keys
  sent = $state.raw<{ ply: number; action: number } | null>(null) // a move on its way
  handing = $state<number | null>(null) // the seat that the device is to be passed to: until it takes it all is covered
  notices = $state.raw<readonly Notice[]>([]) // to read, newest last

  readonly stage = new Stage()
  readonly speech = new Speech()
  readonly talk = new Talk(this)
  readonly proof = new Proof(this)
  readonly witness: Witness
  readonly clocks = new Clocks()
  readonly playback: Playback = new Playback(this.stage, {
    looking: () => this.looking !== null,
    pressed: () => this.clocks.times !== null && this.mine.includes(this.newest?.mover ?? -1),
    before: (moment) => this.#before(moment),
  })
  nudges = $state(0) // in this turn
  onBecause: (because: Because) => void = () => {}
  onPreview: (ply: number, action: number, scene: Moment['scene']) => void = () => {}

  mine: number[] = $derived((this.card?.seats ?? []).filter((seat) => seat.yours).map((seat) => seat.index))
  lent = $derived((this.card?.seats[this.newest?.mover ?? -1]?.level ?? '') !== '') // a bot decides now, maybe in my place
  spoken = $derived(this.speech.spoken) // for screen readers
  shown = $derived(this.playback.shown) // on the stage; behind `newest` while moves are still being played out
  /** What words and seats tell of: who looks back sees it at once, what others play when it has landed. */
  told = $derived(this.looking === null ? (this.playback.landed ?? this.shown) : this.shown)
  /** What is marked on the board: what others have played since who looks decided last, as far as it has been shown. */
  recent: Entry[] = $derived(this.shown ? recent(this.moves, this.shown, this.mine, this.looking !== null) : [])
  /** The newest position is on show and quiet: clicks count. */
  live = $derived(
    this.looking === null && this.told !== null && this.told === this.newest && this.sent === null && !this.lent,
  )

  readonly #connection: Connection
  readonly #seen = new Map<number, Moment>() // by ply: stepping through the game asks only once
  #holder: number | null = null // the seat before the device, where several at one screen have secrets
  #taken = () => {}
  #welcome = false // it was let in with its keys; before, as one who watches, it may have been told of the table
  #asking = false // it first asks on this line, as one who watches, how the table stands
  #opening = false // the game is over, and what was secret is asked for

  constructor(
    readonly id: string,
    readonly keys: string[],
    seen: Seen | null, // what this browser saw of the chance at first: the server could tell something else by now
  ) {
    this.witness = new Witness(id, keys, seen)
    this.#connection = new Connection(socketAddress(id), {
      opened: () => {
        this.#asking = keys.length > 0 && this.witness.open
        this.hello()
      },
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

  /** Who adds a word has to know the promise, and whether the game has begun without them: before, the page comes as one
   *  who watches. Nobody else tells a word: the house could begin without one that it knows and does not like. */
  hello(): void {
    const { seen } = this.witness
    if (!seen || this.#asking || this.keys.length === 0) return void this.send({ type: 'hello', keys: [] })
    this.witness.sent()
    this.send({ type: 'hello', keys: this.keys, word: seen.next })
  }

  send(message: Client): boolean {
    return this.#connection.send(message)
  }

  end(): void {
    width.removeEventListener('change', this.#rearrange)
    this.#connection.end()
    this.speech.forget()
  }

  move(action: number): void {
    const { newest } = this
    if (!newest || newest.mover === null || !this.live) return
    const { ply, takebacks } = newest
    if (this.send({ type: 'move', seat: newest.mover, ply, action, takebacks })) this.sent = { ply, action }
    else this.tell('There is no connection right now, so your move was not sent.', true)
  }

  /** Shows the position after `ply` moves; the newest one ends looking back. */
  look(ply: number): void {
    const { newest } = this
    if (!newest || this.handing !== null) return
    const wanted = Math.min(Math.max(0, ply), newest.ply)
    this.playback.drop()
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

  /** Shows at once what waits to be shown. True when it is there, and the same person has the same to decide as before. */
  async hurry(): Promise<boolean> {
    const { newest } = this
    const holder = this.#holder
    await this.playback.finish()
    return this.newest === newest && this.#holder === holder
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

  say(words: string): void {
    this.speech.say(words)
  }

  /** To read, and to hear. */
  tell(words: string, refusal = false): void {
    this.notices = [...this.notices, { words, count: this.notices.length + 1, refusal }]
    this.say(words)
  }

  #received(message: Server): void {
    this.clocks.heard(message)
    if (!this.up && !ANSWERS.has(message.type)) {
      if (message.type === 'tabled') this.witness.look(message.table)
      return // as told to one who watches
    }
    switch (message.type) {
      case 'welcome':
        this.#welcomed(message)
        break
      case 'moved':
        this.#moved(message, arranged(message.moment))
        break
      case 'previewed':
        this.onPreview(message.ply, message.action, laid(message.scene))
        break
      case 'because':
        this.onBecause(message)
        break
      case 'looked':
        this.#looked(arranged(message.moment))
        break
      case 'tabled':
        this.#tabled(message.table)
        break
      case 'nudging':
        this.#nudged(message)
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

  #looked(moment: Moment): void {
    if (moment.takebacks !== this.newest?.takebacks) return // of a game that went otherwise
    this.#seen.set(moment.ply, moment)
    if (this.looking === moment.ply) this.look(moment.ply)
  }

  #nudged(message: Nudging): void {
    this.nudges += 1
    if (this.card) nudge(this, this.card, message)
  }

  /** The screen became narrow or wide: everything anew, from the server, which keeps it as it was. */
  readonly #rearrange = () => {
    this.#seen.clear()
    if (this.up) this.hello()
  }

  #welcomed({ table, moves, moment, talk, nudges }: Welcome): void {
    const { card, newest } = this
    this.closed = null
    this.witness.look(table)
    if (this.#asking) {
      this.#asking = false
      return this.hello()
    }
    this.up = this.#welcome = true
    this.broken = false
    this.sent = null
    if (card && newest) this.#renewed(card, newest, { table, moves, moment })
    this.#opening = false
    this.card = table
    this.moves = moves
    this.talk.all(talk)
    this.nudges = nudges
    if (!newest) this.speech.speak(table, moment, this.#secret(moment)) // on arrival
    this.#arrived(arranged(moment))
    if (this.looking !== null) this.look(this.looking) // it may not have come, or no longer fit the screen
  }

  /** All has been told anew: says what is not as it was. */
  #renewed(
    card: TableCard,
    newest: Moment,
    { table, moves, moment }: Pick<Welcome, 'table' | 'moves' | 'moment'>,
  ): void {
    if (moment.takebacks !== newest.takebacks) this.#wentBack(moves, moment)
    else if (!card.begun && table.begun) this.say(`The game begins. ${turn(table, moment)}`)
    else if (moment.ply > newest.ply)
      this.#heard(table, moves.slice(newest.ply), moment) // while the line was down
    else if (moment.over && !newest.over) {
      this.speech.forget() // somebody gave up
      this.say(turn(table, moment))
    } else if (this.#opening) this.say(`${this.spoken.trim()} The list of moves now shows what was secret.`)
  }

  #heard(card: TableCard, fresh: readonly Entry[], moment: Moment): void {
    this.speech.hear(card, fresh, moment, this.mine, this.#secret(moment))
  }

  /** Some of what was played is no more, nor what was seen and what waits to be shown. */
  #wentBack(moves: readonly Entry[], moment: Moment): void {
    this.speech.forget()
    const { words, told } = tookBack(this.card!, this.moves, moves)
    if (told) this.tell(words)
    else this.say(`${words} ${turn(this.card!, moment)}`)
    this.#seen.clear()
    this.proof.wentBack(moment.ply)
    if (this.looking !== null && this.looking >= moment.ply) this.looking = null
    this.playback.drop()
    if (this.handing !== null) {
      this.handing = null
      this.#holder = null // whoever has the device now
      this.#taken()
    }
  }

  #tabled(table: TableCard): void {
    const before = this.card
    this.witness.look(table)
    this.card = table
    if (before) announce(this, before, table)
    if (before?.asked && !table.asked) this.tell(refusedBack(before, this.moves))
    if (this.newest?.over && !this.#opening && this.moves.some(secret)) {
      this.#opening = true // the last move is spoken: the list may say more than was said
      this.hello()
    }
    const behind = this.newest && this.shown !== this.newest && this.looking === null && !this.playback.busy
    if (behind) this.#present(this.newest!) // a bot looked, and the person is back
  }

  #moved({ moves, times }: Moved, moment: Moment): void {
    const fresh = moves.filter(({ ply }) => ply > this.moves.length) // others are known from a Welcome
    if (!fresh[0]) return
    if (fresh[0].ply > this.moves.length + 1) return this.hello() // something was missed: ask for everything
    this.moves = [...this.moves, ...fresh]
    if (moment.mover !== this.newest?.mover) this.nudges = 0
    this.sent = null
    if (this.card && (times || this.card.asked)) this.card = { ...this.card, times, asked: null } // who was asked has played on
    if (this.card) this.#heard(this.card, fresh, moment)
    this.#arrived(moment, fresh)
  }

  #arrived(moment: Moment, fresh: readonly Entry[] = []): void {
    this.newest = moment
    this.#seen.set(moment.ply, moment)
    if (this.looking === null) this.#present(moment, fresh)
  }

  #refused(message: Refused): void {
    this.sent = null
    const passing = PASSING.has(message.code)
    if (!this.#welcome && !passing) {
      this.closed = message
      return this.end()
    }
    if (this.#welcome) {
      if (this.proof.refused(message)) return
      this.tell(sentence(message.words), true)
      const waits = passing && !this.up // to be let in
      if (!waits && message.ply === this.newest?.ply) return passing ? this.#lookAgain() : undefined
    }
    if (passing) setTimeout(() => this.hello(), PATIENCE)
    else this.hello()
  }

  /** What somebody looks at has not come: it may be what was refused. */
  #lookAgain(): void {
    const { looking } = this
    if (looking === null || this.#seen.has(looking)) return
    setTimeout(() => looking === this.looking && this.look(looking), PATIENCE)
  }

  /** `fresh`: the moves that led there and were not shown yet. */
  #present(moment: Moment, fresh: readonly Entry[] = []): void {
    const others = fresh.some(
      ({ seat }) => seat !== null && (!this.mine.includes(seat) || this.card?.seats[seat]?.level !== ''),
    )
    const origin = this.moves.findLast(({ seat, ply }) => seat !== null && ply <= moment.ply)?.spots[0]
    this.playback.add({ moment, others, origin })
  }

  /** Before a moment is shown: who may see it has the device. */
  #before(moment: Moment): 'show' | 'skip' | Promise<void> {
    if (!this.#secret(moment)) return 'show'
    return this.card?.seats[moment.seen_by ?? -1]?.level ? 'skip' : this.#pass(moment) // a bot looks, and nobody else
  }

  /** Covers everything until the seat whose view comes next has the device. */
  #pass({ seen_by }: Moment): Promise<void> {
    this.handing = seen_by
    const seat = this.card?.seats[seen_by ?? -1]
    if (seat) this.say(`${this.spoken.trim()} ${passing(seat)}`)
    return new Promise((taken) => (this.#taken = taken))
  }
}

/** The server's messages about a table, and what each of them does. */
import { PROTOCOL, type Changed, type Entry, type Moment, type Move, type Refused } from '../protocol'
import type { Server, TableCard, Welcome } from '../protocol'
import type { ShownMoment, Table } from '../state'
import type { DrawChecker } from '../fairness/draw_checks.svelte'
import type { PledgeWitness } from '../fairness/witness.svelte'
import type { TableClocks } from '../seats/clocks.svelte'
import type { Browsing } from './browsing.svelte'
import type { ChatLog } from './chat.svelte'
import type { DrawnPositions } from './drawn_positions'
import type { HotSeat } from './hot_seat.svelte'
import { takebackRefused, takenBack } from '../moves/takebacks'
import { recall } from '../browser/saved_tables'
import { arrangedMoment } from '../board/screen'
import { sentence } from '../text/english'
import { isSecret } from '../text/move_text'
import { turn } from '../text/turn_text'
import { announce, nudge, type Announcer } from './announcer.svelte'

const TRANSIENT = new Set(['NotReady', 'TooBusy', 'StoreTrouble', 'CommitUncertain']) // refusals of a Hello that is worth repeating
const OTHER_VERSIONS = new Set(['OtherVersion', 'UnreadableMessage']) // refusals of a Hello by a newer server, and by an older one
const ANSWERS = new Set<Server['type']>(['welcome', 'refused']) // to a Hello
const HELLO_RETRY = 1500 // ms
const OTHER_VERSION = 'this page is of another version than the server; load it again'

type Writable<T, Key extends keyof T> = Omit<T, Key> & { -readonly [Each in Key]: T[Each] }
type Told = 'card' | 'moves' | 'newest' | 'nudges' | 'up' | 'closed' | 'gate' | 'sent'

/** A table as its own folder sees it: what the handlers write, and parts with the methods that only they call. */
export interface Inner extends Writable<Table, Told> {
  moving: Move | null // it was sent before the connection broke, and may not have arrived
  admitted: boolean // with its keys; before that it may have been told of the table as a spectator
  inquiring: boolean // since it connected, it asks as a spectator how the table stands
  paints: boolean // it draws positions itself; if not, the server sends pictures
  revealing: boolean // the game is over, and it has asked for what was secret

  readonly announcer: Announcer
  readonly browser: Browsing
  readonly chat: ChatLog
  readonly clocks: TableClocks
  readonly draws: DrawChecker
  readonly hotSeat: HotSeat
  readonly drawn: DrawnPositions
  readonly witness: PledgeWitness

  end(): void
}

type Whole = Exclude<Server, Changed>
type Handlers = { [Kind in Whole['type']]: (table: Inner, message: Extract<Whole, { type: Kind }>) => void }

const HANDLERS: Handlers = {
  welcome: welcomed,
  moved: (table, { moves, moment, times }) => moved(table, moves, shown(table, moment), times),
  viewed: (table, { ply, view }) => table.onView(ply, view),
  looked: (table, { moment }) => table.browser.answered(shown(table, moment, table.card, false)),
  tabled: (table, message) => tabled(table, message.table),
  nudging: (table, message) => {
    table.nudges += 1
    if (table.card) nudge(table, table.card, message)
  },
  chat: (table, { line }) => table.chat.heard(line),
  checked: (table, message) => table.draws.answered(message),
  refused: (table, message) => {
    if (message.code === 'StillSecret' && table.inquiring) helloOfPlayer(table)
    else refused(table, message)
  },
}

/** Whether there is such a message; a newer server may have others. */
export function understands({ type }: Server): boolean {
  return type === 'changed' || Object.hasOwn(HANDLERS, type)
}

export function receive(table: Inner, told: Server): void {
  const message = told.type === 'changed' ? whole(table, told) : told
  if (!message) return
  const stops = table.clocks.times?.stops ?? Infinity
  table.clocks.heard(message)
  if (!table.up && !ANSWERS.has(message.type)) {
    if (message.type === 'tabled') table.witness.compare(message.table)
    return // as told to a spectator
  }
  if (message.type === 'welcome') table.drawn.restart(message.moment)
  const handle = HANDLERS[message.type] as (table: Inner, message: Whole) => void
  handle(table, message)
  if ((table.clocks.times?.stops ?? 0) > stops) table.tell('The game was interrupted. Nobody lost time.')
}

/** What the message says; null if that is not known here: then everything is asked for, once. */
function whole(table: Inner, message: Changed): Whole | null {
  const moved = table.drawn.whole(message)
  if (!moved && table.drawn.forget() && table.up) hello(table)
  return moved
}

/** A position as this screen shows it. `newest`: no move has been played after it. */
function shown(table: Inner, moment: Moment, card = table.card, newest = true): ShownMoment {
  const mine = (card?.seats ?? []).filter(({ yours }) => yours).map(({ index }) => index)
  return arrangedMoment(table.drawn.shown(moment, card, mine, newest && mine.includes(moment.mover ?? -1)))
}

/** What this page understands of what a server says. */
const spoken = (table: Inner) => ({ draws: table.paints, protocol: PROTOCOL })

/**
 * Whoever adds a client seed has to know the commitment, and whether the game has begun without them: before that, the
 * page comes as a spectator. Nobody else tells a seed: the server could begin without one that it knows and dislikes.
 */
export function hello(table: Inner): void {
  const { witness, keys } = table
  if (!witness.seen || table.inquiring || keys.length === 0)
    return void table.send({ type: 'hello', keys: [], ...spoken(table) })
  witness.seedSent()
  const { next } = witness.seen
  table.send({ type: 'hello', keys: [...keys], ...(next ? { client_seed: next } : {}), ...spoken(table) })
}

/** Only its players see this table, and its words were gathered before: none is sent. */
function helloOfPlayer(table: Inner): void {
  table.inquiring = false
  table.send({ type: 'hello', keys: [...table.keys], ...spoken(table) })
}

function welcomed(table: Inner, message: Welcome): void {
  const { card, newest } = table
  table.closed = null
  table.witness.compare(message.table)
  if (table.inquiring || table.gate) {
    table.inquiring = false
    const { rating, begun } = message.table
    table.gate = rating && !begun && !recall(table.id)?.agreed ? message.table : null
    return table.gate ? undefined : hello(table)
  }
  table.up = table.admitted = true
  const moment = shown(table, message.moment, message.table)
  if (card && newest) renewed(table, card, newest, message, moment)
  table.revealing = false
  table.card = message.table
  table.moves = message.moves
  table.chat.welcomed(message.chat)
  table.nudges = message.nudges
  if (!newest) table.announcer.speak(message.table, moment, table.hotSeat.hides(moment)) // on arrival
  arrived(table, moment)
  moveAgain(table, moment)
  if (table.browsing !== null) table.browse(table.browsing) // it may not have come, or no longer fit the screen
}

/** A move that may not have arrived is sent again, where it can only be the same move: the server refuses any other. */
function moveAgain(table: Inner, { ply, takebacks, mover, over }: Moment): void {
  const { moving } = table
  const same = moving && !over && moving.ply === ply && moving.takebacks === takebacks && moving.seat === mover
  if (!same || !table.send(moving)) table.sent = null
  table.moving = null
}

/** Everything has been sent again: announces what has changed. */
function renewed(table: Inner, card: TableCard, newest: Moment, message: Welcome, moment: ShownMoment): void {
  const { moves } = message
  if (moment.takebacks !== newest.takebacks) wentBack(table, moves, moment)
  else if (!card.begun && message.table.begun) table.say(`The game begins. ${turn(message.table, moment)}`)
  else if (moment.ply > newest.ply)
    heard(table, message.table, moves.slice(newest.ply), moment) // while the page was disconnected
  else if (moment.over && !newest.over) {
    table.announcer.forget() // somebody gave up
    table.say(turn(message.table, moment))
  } else if (table.revealing) table.say(`${table.announced.trim()} The list of moves now shows what was secret.`)
}

function heard(table: Inner, card: TableCard, fresh: readonly Entry[], moment: ShownMoment): void {
  table.announcer.hear(card, fresh, moment, table.mine, table.hotSeat.hides(moment))
}

/** Moves were taken back: forgets what was seen of them, and what waits to be shown. */
function wentBack(table: Inner, moves: readonly Entry[], moment: ShownMoment): void {
  const card = table.card!
  table.announcer.forget()
  const { words, shown } = takenBack(card, table.moves, moves)
  if (shown) table.tell(words)
  else table.say(`${words} ${turn(card, moment)}`)
  table.draws.wentBack(moment.ply)
  table.browser.forget(moment.ply)
  table.playback.clear()
  table.hotSeat.cancel()
}

function tabled(table: Inner, card: TableCard): void {
  const before = table.card
  table.witness.compare(card)
  table.card = card
  if (before) announce(table, before, card)
  if (before?.asked && !card.asked) table.tell(takebackRefused(before, table.moves))
  if (table.newest?.over && !table.revealing && table.moves.some(isSecret)) {
    table.revealing = true // the last move has been announced: the list may say more than that
    hello(table)
  }
  const { newest, shown, browsing, playback } = table
  const behind = newest && shown !== newest && browsing === null && !playback.busy
  if (behind) table.browser.present(newest) // a bot had the view, and the person is back
}

function moved(table: Inner, moves: readonly Entry[], moment: ShownMoment, times: TableCard['times']): void {
  const fresh = moves.filter(({ ply }) => ply > table.moves.length) // others are known from a Welcome
  if (!fresh[0]) return
  if (fresh[0].ply > table.moves.length + 1) return hello(table) // something was missed: ask for everything
  table.moves = [...table.moves, ...fresh]
  if (moment.mover !== table.newest?.mover) table.nudges = 0
  table.sent = null
  const { card } = table
  if (card && (times || card.asked)) table.card = { ...card, times, asked: null } // playing on answers a request to take back
  if (table.card) heard(table, table.card, fresh, moment)
  arrived(table, moment, fresh)
}

function arrived(table: Inner, moment: ShownMoment, fresh: readonly Entry[] = []): void {
  table.newest = moment
  table.browser.arrived(moment, fresh)
}

function refused(table: Inner, message: Refused): void {
  table.sent = null
  table.onView(-1, null)
  if (!table.up && OTHER_VERSIONS.has(message.code)) return outOfStep(table, message)
  const transient = TRANSIENT.has(message.code)
  if (!table.admitted && !transient) {
    table.closed = message
    return table.end()
  }
  if (table.admitted) {
    if (table.draws.refused(message)) return
    table.tell(sentence(message.words), true)
    const waits = transient && !table.up // to be let in
    if (!waits && message.ply === table.newest?.ply) return transient ? table.browser.retry() : undefined
  }
  if (transient) setTimeout(() => hello(table), HELLO_RETRY)
  else hello(table)
}

/** A newer server, or an older one while servers are updated one by one. A page that was let in before loads again by
 * itself (net/page_update.ts) when all of them are of one version. */
function outOfStep(table: Inner, message: Refused): void {
  if (!table.admitted) {
    table.closed = { ...message, words: OTHER_VERSION }
    table.end()
  } else if (table.notices.at(-1)?.words !== sentence(OTHER_VERSION)) table.tell(sentence(OTHER_VERSION), true)
}

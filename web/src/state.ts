/**
 * What this page knows of one table, and what can be done there. Everything reads it; `table/` alone writes it. Parts
 * that have a file of their own are interfaces at the end; their classes implement them.
 */
import type {
  ChatLine,
  Checked,
  Client,
  Entry,
  Moment,
  Pledge,
  Refused,
  Scene,
  SeatCard,
  TableCard,
  TimesCard,
} from './protocol'
import type { Motions } from './game/game'
import type { Playback } from './scene/playback.svelte'
import type { Stage } from './scene/stage.svelte'

/** A position with its picture. */
export interface ShownMoment extends Moment {
  scene: Scene
  /** How some pieces move; undefined: as all others do. */
  motions?: Motions | undefined
  /** What an action would do; undefined: a server drew the picture, and this page cannot. */
  preview?: (action: number) => Scene | Promise<Scene>
  /** Why a click does nothing after others; "" if it does something. */
  explain?: (path: readonly string[], spot: string) => string | Promise<string>
}

/** What the board needs: positions that are studied have it, too (board/still_table.svelte.ts). */
export interface BoardTable {
  readonly gameName: string // '' until it is known
  readonly styles: readonly string[] // of the seats
  readonly newest: ShownMoment | null // the newest position; what is on show may be behind it
  readonly sent: { ply: number; action: number } | null // a move on its way
  readonly browsing: number | null // the ply of the earlier position on show
  readonly shown: ShownMoment | null // on the stage, maybe in motion; behind `newest` while moves are still being played out
  readonly recent: readonly Entry[] // moves to mark: what others have played since this viewer's last decision
  readonly live: boolean // the newest position is on show and quiet: clicks count
  readonly stage: Stage
  readonly playback: Playback

  move(action: number): void
  hurry(): Promise<boolean> // shows at once what waits to be shown; true when the same person has the same to decide as before
  say(words: string): void // for screen readers
}

export interface Table extends BoardTable {
  readonly id: string
  readonly keys: readonly string[] // of the seats that this browser plays

  // What the server said last
  readonly card: TableCard | null // null until the server has let this page in
  readonly moves: readonly Entry[]
  readonly nudges: number // in this turn

  // The connection
  readonly up: boolean
  readonly trouble: string // why this page is not connected, a sentence; '' while nothing is wrong
  readonly closed: Refused | null // there is no such table, or not with these keys
  readonly gate: TableCard | null // it waits for the person here to agree that the game is rated

  // What is on show
  readonly told: ShownMoment | null // what texts and seats describe: what others play counts when it has landed

  // Who is at this screen
  readonly mine: readonly number[] // seats
  readonly lent: boolean // a bot decides now, maybe in place of a player here
  readonly handOverTo: number | null // the seat that gets the device next; until it takes it the board is covered

  // Texts
  readonly announced: string // for screen readers
  readonly notices: readonly Notice[] // to read, newest last

  readonly clocks: Clocks
  readonly chat: Chat
  readonly draws: DrawChecks
  readonly witness: Witness

  send(message: Client): boolean // false when there is no connection: nothing was sent
  agree(): void // the person here sits down, and agrees that the game is rated
  browse(ply: number): void // the newest ply ends browsing
  take(): void // the next player has the device
  tell(words: string, refusal?: boolean): void // to read, and for screen readers

  onView: (ply: number, view: string | null) => void // what the seat that decides knows, for the engine; null: it is not told
}

export interface Notice {
  words: string
  count: number // of all that this page has shown
  refusal: boolean // what was asked for here was not done
}

/** The clocks, counted on here from what the server said last. */
export interface Clocks {
  readonly times: TimesCard | null
  left(seat: number): number // ms
  tick(): void // the time has come to count again
}

/** Players hear players, spectators hear spectators. */
export interface Chat {
  readonly lines: readonly ChatLine[]
  readonly unread: readonly ChatLine[]
  readonly open: boolean
  readonly draft: string
  show(open: boolean): void
  write(draft: string): void
  send(): boolean // what was drafted; false when there is nothing to send, or there is no connection
  say(text: string): boolean // and leaves alone what is being written; false when there is no connection
  who(line: ChatLine): SeatCard | undefined
  name(line: ChatLine): string
  isMine(line: ChatLine): boolean
}

export type Finding = 'asked' | 'fair' | 'unfair' | 'secret'

/** The checks of this game's draws, and their results. */
export interface DrawChecks {
  readonly findings: ReadonlyMap<number, Finding> // by ply
  readonly all: '' | 'running' | 'fair' | 'unfair' // of all draws, from the secret
  readonly draws: readonly number[] // plies that can be checked
  readonly result: CheckResult // of the last check
  check(ply: number): Promise<Finding | null>
  checkAll(): Promise<void>
}

/** What came of a check, to read. */
export interface CheckResult {
  words: string
  finding: Finding | null // null: it could not be made
}

/** The server's answer to a check; null: there is no connection. */
export type CheckAnswer = Checked | Refused | null

/** The promise and the words as this browser saw them first, and every later difference. */
export interface Witness {
  readonly doubts: readonly string[]
  readonly seen: Seen | null
}

/** What a browser saw of a table's chance first. */
export interface Seen {
  commitment: string // '' where nothing was promised
  pledge: Pledge | null
  origin: string
  clientSeeds: (string | null)[] // by seat, as first shown, after the player has come. null: no player has come yet
  own: (string | null)[] // by seat: this browser's client seed; '': it is at another of its seats. null: not from here
  next: string // its client seed for the next seat that it takes
  sent?: number[] // seats that were free when it sent that one: one of them gets it
}

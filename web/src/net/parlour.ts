/** What a page needs of the place where games are played: a server, or a worker in this browser. */
import type { Engine } from '../engine/engine'
import type { Client, Server } from '../protocol'
import type { Painter } from '../painting/painter'
import type { EngineFiles } from '../engine/engine_messages'
import type { Limit } from '../waits/limits'
import type { ParlourFiles } from '../worker/worker_messages'

/** What makes sense here; pages show nothing else. */
export interface Abilities {
  anyAddress: boolean // the page is served at every address; if not, only at that of its folder
  friends: boolean // people at other screens can play and watch
  reminders: boolean // feeds, webhooks and notifications for people who have no page open
  status: boolean // there is a server that has a state
  links: boolean // a browser can open the address of a file that is made on request
  exports: readonly string[] // the kinds of files that are made of a game
}

/** One table, connected again and again until it is ended. */
export interface Conversation {
  /** False when there is no connection: nothing was sent. */
  send(message: Client): boolean
  end(): void
}

export interface Listener {
  opened(): void // each time: say Hello again
  closed(): void // each time, and when it could not be opened
  received(message: Server): void
}

/** The names of the site's files, as `rookery site` has written them into the page. */
export interface SiteFiles extends ParlourFiles {
  engine: EngineFiles
  python: string | null // the list of the files of Python; null: the site has none
  server: string // the address of one where friends play the games that people make; '': there is none
}

/** The state of a parlour in this browser, to show. */
export interface Home {
  readonly here: boolean // it runs in this tab, or begins to
  readonly awaited: boolean // somebody waits for it
  readonly notice: string // what the person has to know; a sentence, or ""
  readonly failure: string // why there is none; a sentence, or ""
  readonly away: boolean // it is open in another tab
  readonly fresh: boolean // a newer version waits to be used
  /** Begin to get it ready, before anybody waits for it. */
  warm(): void
  /** A table of this game will be opened: what draws it comes while the person chooses. */
  prepare(slug: string): void
  /** Take it over from another tab. */
  take(): void
  /** Use the newer version: all pages of this browser reload. */
  renew(): void
  /** Nothing is under way on this page, so a newer version may be used. */
  idle(): void
}

export interface Parlour {
  readonly can: Abilities
  readonly folder: string // the path below which this page is alone on its host
  readonly home: Home | null // null where a server is asked
  readonly site: SiteFiles | null // the names of the files of a site; null on a server
  readonly workshop: string // the address of the page where people make games; '': there is none
  readonly made: string // the id of the game that somebody made, and which alone is played on this page; '': of none
  /** What analyses games in this browser; null: nothing can. `slug`: of a game that it must know. */
  engine(slug?: string): Promise<Engine | null>
  /** The server has another engine now: that of a game which somebody is writing. */
  forgetEngine?(): void
  /** An answer that has come whole. Rejects with a sentence when there is none in time. */
  request(path: string, init?: RequestInit, limit?: Limit): Promise<Response>
  converse(table: string, listener: Listener): Conversation
  /** The address of the code of a game. */
  code(name: string): string
  /** What draws with that code. Rejects with a sentence, or with UnfitCode. */
  painter(name: string): Promise<Painter>
  /** A game that is written in this page is drawn so. `name`: of its code. */
  lend?(name: string, painter: () => Promise<Painter>): void
}

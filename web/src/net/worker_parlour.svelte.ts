/** The parlour of a page that any file server can serve: a worker in this browser answers. */
import type { Engine } from '../engine/engine'
import type { Painter } from '../painting/painter'
import type { Client, Server } from '../protocol'
import { sentence } from '../text/english'
import { doubts } from '../waits/doubts.svelte'
import type { Limit } from '../waits/limits'
import { Wait, within } from '../waits/wait'
import type { AnyWorker } from '../given/any_worker'
import type { FromWorker, ToWorker } from '../worker/worker_messages'
import type { Abilities, Conversation, Home, Listener, Parlour, SiteFiles } from './parlour'
import { BROKEN, PageGames, type GameSource, type Reply } from './game_source'
import { MadeTables, tableHere } from './made_tables'
import { keepSite, useNewer } from './site_versions'
import { TabLock } from './tab_lock'

const AWAY = 'A game is open in another tab of this browser.'
const NONSENSE = 'The game said what no game says, and was stopped.'
const NO_WORKER = 'This browser does not let this page start a worker, so no game can be played here.'
const ALONE = 'This browser does not let tabs know of each other, so play in one tab only.'
const PAGE_SLOW = 'This page is slow to answer. Still waiting …'
const PAGE_SLOW_START =
  'The games take unusually long to start. If nothing happens, load the page again; your games are kept.'
const PAGE_SILENT = 'This page does not answer. Your games are kept; load the page again.'
// requests that make a table, which is about to be opened
const MAKES = /^\/api\/(tables|records|games\/[^/]+\/midgame|days\/games\/[^/]+)$/
const REST = 300 // ms until a conversation that the parlour has closed is opened again
// ms: until then a first game has the line, and then the browser's cache has many of the site's files
const KEEP_AFTER = 3_000

/** A table of this page, and whether the parlour listens. */
class WorkerConversation implements Conversation {
  connected = false

  constructor(
    readonly id: number,
    readonly table: string,
    readonly listener: Listener,
    readonly parlour: WorkerParlour,
  ) {}

  send(message: Client): boolean {
    if (!this.connected) return false
    this.parlour.post({ kind: 'say', id: this.id, text: JSON.stringify(message) })
    return true
  }

  end(): void {
    this.parlour.leave(this)
  }
}

interface Waiting {
  ask: ToWorker & { kind: 'request' }
  answer: (response: Response) => void
  refuse: (error: Error) => void
  limit: Limit
  overdue: Wait | null // null: the worker has not been asked yet
}

type State = 'idle' | 'starting' | 'ready' | 'failed' | 'away'

export class WorkerParlour implements Parlour, Home {
  readonly can: Abilities = {
    anyAddress: false,
    friends: false,
    reminders: false,
    status: false,
    links: false,
    exports: ['record', 'txt', 'svg'],
  }
  readonly folder: string
  readonly workshop: string
  readonly made: string
  readonly home = this
  readonly #games: PageGames

  #unkept = $state('') // why nothing is kept
  #alone = $state('') // why this tab knows of no other
  notice = $derived(this.#unkept || this.#alone)
  failure = $state('')
  fresh = $state(false)
  #state = $state<State>('idle')
  #waiting = $state.raw<readonly Waiting[]>([])
  #conversations = $state.raw<readonly WorkerConversation[]>([])
  awaited = $derived(this.#state === 'starting' && this.#waiting.length + this.#conversations.length > 0)
  away = $derived(this.#state === 'away')
  here = $derived(this.#state === 'starting' || this.#state === 'ready')

  #worker: AnyWorker | null = null
  #withdraw = () => {} // what the page says of a worker that is silent
  readonly #silence = new Wait(() => this.#doubt())
  #next = 0
  readonly #lent = new Map<string, () => Promise<Painter>>() // by the name of the code
  #kept = false
  readonly #lock: TabLock

  constructor(
    readonly site: SiteFiles,
    readonly base: string,
    readonly create: () => AnyWorker,
    readonly analyst?: Engine,
    readonly source: GameSource | null = null,
  ) {
    this.folder = new URL(base).pathname
    this.workshop = site.python ? `${this.folder}?workshop` : ''
    this.made = source?.id ?? ''
    this.#games = new PageGames(site, base, source)
    this.#lock = new TabLock(`rookery ${base}${this.made}`, {
      used: () =>
        this.#conversations.length > 0 ||
        this.#waiting.some(({ ask }) => ask.method === 'POST' && MAKES.test(ask.path)),
      lost: () => this.#lose(),
      free: () => (this.#state === 'away' ? this.#begin() : this.#lock.release()),
    })
    this.#alone = this.#lock.shared ? '' : ALONE
  }

  engine(): Promise<Engine | null> {
    return Promise.resolve(this.analyst ?? null)
  }

  request(path: string, { method = 'GET', body = '' }: RequestInit = {}, limit: Limit = 'request'): Promise<Response> {
    const made = method === 'GET' ? this.#games.answer(path) : null
    if (made) return made
    if (this.#state === 'failed') return Promise.reject(new Error(this.failure))
    return new Promise((answer, refuse) => {
      const ask = { kind: 'request', id: this.#next++, method, path, body: body as string } as const
      const waiting = { ask, answer, refuse, limit, overdue: null }
      this.#waiting = [...this.#waiting, waiting]
      if (this.#state === 'ready') this.#pose(waiting)
      else this.warm()
    })
  }

  code(name: string): string {
    return this.#games.code(name)
  }

  painter(name: string): Promise<Painter> {
    return this.#lent.get(name)?.() ?? this.#games.painter(name)
  }

  lend(name: string, painter: () => Promise<Painter>): void {
    if (Object.values(this.site.codes).includes(name)) return // nobody else draws our games
    this.#lent.set(name, painter)
  }

  converse(table: string, listener: Listener): Conversation {
    persist()
    const { source } = this
    const open = (heard: Listener) => this.#converse(table, heard)
    if (!source) return open(listener)
    return new MadeTables(listener, open, (welcome) => tableHere(welcome, (code) => source.painter(code)))
  }

  #converse(table: string, listener: Listener): Conversation {
    const conversation = new WorkerConversation(this.#next++, table, listener, this)
    this.#conversations = [...this.#conversations, conversation]
    if (this.#state === 'ready') queueMicrotask(() => this.#connect(conversation))
    else this.warm()
    return conversation
  }

  leave(conversation: WorkerConversation): void {
    this.#conversations = this.#conversations.filter((other) => other !== conversation)
    if (conversation.connected) this.post({ kind: 'end', id: conversation.id })
    conversation.connected = false
    if (this.#state === 'away') this.#lose() // nothing may be left to wait for
  }

  post(message: ToWorker): void {
    this.#worker?.postMessage(message)
    if (message.kind !== 'end' && message.kind !== 'advice')
      this.#silence.begin(this.#state === 'ready' ? 'slow' : 'worker')
  }

  warm(): void {
    if (this.#state === 'idle') void this.#start(false)
  }

  prepare(slug: string): void {
    const name = this.site.codes[slug]
    if (name)
      void import('../game/game').then(
        (game) => game.gameCode(this.code(name)).catch(() => {}), // the table says what is wrong
        () => {},
      )
  }

  take(): void {
    if (this.#state === 'away') void this.#start(true)
  }

  renew(): void {
    void useNewer('now')
  }

  /** Once nothing is under way, a newer version may be used. */
  idle(): void {
    if (this.fresh) void useNewer('idle')
  }

  async #start(steal: boolean): Promise<void> {
    this.#state = 'starting'
    if (await this.#lock.take(steal)) this.#begin()
    else this.#lose()
  }

  #begin(): void {
    this.#state = 'starting'
    try {
      this.#worker = this.create()
    } catch {
      return this.#fail(NO_WORKER)
    }
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#try(data)
    this.#worker.onerror = () => this.#fail(BROKEN)
    const { version, program, codes } = this.site
    this.post({ kind: 'start', base: this.base, files: { version, program, codes } })
  }

  /** The worker is silent. It may be busy, so it goes on; a request that it does not answer has an end of its own. */
  #doubt(): void {
    this.#withdraw()
    this.#withdraw = doubts.say(this.#state === 'ready' ? PAGE_SLOW : PAGE_SLOW_START)
  }

  /** What the worker of a stranger's game says may be no message of ours. */
  #try(message: FromWorker): void {
    try {
      this.#receive(message)
    } catch (error) {
      if (!this.source) throw error
      console.error(error)
      this.#fail(NONSENSE)
    }
  }

  #receive(message: FromWorker): void {
    this.#withdraw()
    if (this.#state === 'ready') this.#silence.end()
    else this.#silence.begin('worker')
    if (message.kind === 'failed') this.#fail(this.#games.worded(message.words))
    else if (message.kind === 'notice') this.#unkept = message.words && sentence(this.#games.worded(message.words))
    else if (message.kind === 'ready') this.#open()
    else if (message.kind === 'reply') this.#answer(message)
    else if (message.kind === 'advise') void this.#advise(message)
    else if (message.kind === 'store') void this.#store(message)
    else {
      const conversation = this.#conversations.find(({ id }) => id === message.id)
      if (!conversation) return
      if (message.kind === 'heard') this.#hear(conversation, this.#games.heard(message.text))
      else this.#reopen(conversation)
    }
  }

  /** For a worker that has no storage of its own. */
  async #store({ id, call }: FromWorker & { kind: 'store' }): Promise<void> {
    const worker = this.#worker
    const answer = await this.source?.stored(call).catch((error: Error) => error.name)
    const [found, failed] = typeof answer === 'string' ? [[], answer] : [answer ?? [], '']
    if (worker === this.#worker) this.post({ kind: 'stored', id, found, failed })
  }

  /** A bot may be asked next, so the engine gets what it needs for this game. */
  #hear({ listener }: WorkerConversation, said: Server): void {
    listener.received(said)
    if (said.type === 'welcome') this.analyst?.prepare(said.table.game.slug)
  }

  #open(): void {
    this.#state = 'ready'
    this.analyst?.warm()
    this.#silence.end()
    if (!this.made) setTimeout(() => this.#keep(), KEEP_AFTER)
    for (const waiting of this.#waiting) this.#pose(waiting)
    for (const conversation of this.#conversations) this.#connect(conversation)
  }

  #keep(): void {
    if (this.#kept) return
    this.#kept = true
    void keepSite(this.base, () => {
      this.fresh = true
      this.idle()
    })
  }

  #pose(waiting: Waiting): void {
    waiting.overdue = new Wait(() => {
      this.#settled(waiting)
      waiting.refuse(new Error(PAGE_SILENT))
    })
    waiting.overdue.begin(waiting.limit)
    this.post(waiting.ask)
  }

  #settled(waiting: Waiting): void {
    waiting.overdue?.end()
    this.#waiting = this.#waiting.filter((other) => other !== waiting)
  }

  #answer(reply: Reply): void {
    const asked = this.#waiting.find(({ ask }) => ask.id === reply.id)
    if (!asked) return
    this.#settled(asked)
    this.#games.reply(asked.ask.path, asked.limit, reply).then(asked.answer, asked.refuse)
  }

  /** For a bot of the worker that asked, if that is still there. */
  async #advise({ id, asked }: FromWorker & { kind: 'advise' }): Promise<void> {
    const worker = this.#worker
    const advice = this.analyst && within('engine', PAGE_SILENT, this.analyst.advise(asked))
    const text = (await advice?.catch(() => null)) ?? null
    if (worker === this.#worker) this.post({ kind: 'advice', id, text })
  }

  #connect(conversation: WorkerConversation): void {
    if (this.#state !== 'ready' || !this.#conversations.includes(conversation)) return
    conversation.connected = true
    this.post({ kind: 'connect', id: conversation.id, table: conversation.table })
    conversation.listener.opened()
  }

  #reopen(conversation: WorkerConversation): void {
    conversation.connected = false
    conversation.listener.closed()
    setTimeout(() => this.#connect(conversation), REST)
  }

  #fail(words: string): void {
    this.failure = words
    this.#stop('failed', words, () => true)
    this.#lock.release()
  }

  /** Another tab has the lock. What this one has not begun goes on when the lock is free, or when the person takes it. */
  #lose(): void {
    this.#stop('away', AWAY, (waiting) => waiting.overdue !== null)
    if (this.#conversations.length + this.#waiting.length > 0) return this.#lock.await()
    this.#state = 'idle'
    this.#lock.release()
  }

  /** `refused`: of those who wait for an answer. */
  #stop(state: State, words: string, refused: (waiting: Waiting) => boolean): void {
    this.#withdraw()
    this.#silence.end()
    this.#worker?.terminate()
    this.#worker = null
    this.#state = state
    for (const waiting of this.#waiting.filter(refused)) {
      this.#settled(waiting)
      waiting.refuse(new Error(words))
    }
    for (const conversation of this.#conversations) {
      const was = conversation.connected
      conversation.connected = false
      if (was) conversation.listener.closed()
    }
  }
}

/** Asked at a table, because a browser grants it sooner, or asks the person, where something is under way. */
function persist(): void {
  try {
    void navigator.storage?.persist?.().catch(() => undefined)
  } catch {
    // It is forbidden: the browser may remove games when the disk is full.
  }
}

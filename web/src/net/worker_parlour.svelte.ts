/** The parlour of a page that any file server can serve: a worker in this browser answers. */
import type { Engine } from '../engine/engine'
import { newEngine } from '../engine/new_engine'
import type { Client, Server } from '../protocol'
import { sentence } from '../text/english'
import type { FromWorker, SiteFiles, ToWorker } from '../worker/worker_messages'
import type { Abilities, Conversation, Home, Listener, Parlour } from './parlour'
import { siteFile } from './site_file'
import { keepSite, useNewer } from './site_versions'
import { TabLock } from './tab_lock'

const AWAY = 'A game is open in another tab of this browser.'
const BROKEN = 'Something broke in this page. Your games are kept; load the page again.'
const MAKES = /^\/api\/(tables|records)$/ // requests that make a table, which is about to be opened
const REST = 300 // ms until a conversation that the parlour has closed is opened again

/** A table of this page, and whether the parlour listens. */
class Talk implements Conversation {
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
  readonly home = this

  part = $state(0)
  notice = $state('')
  failure = $state('')
  fresh = $state(false)
  #state = $state<State>('idle')
  #waiting = $state.raw<readonly Waiting[]>([])
  #talks = $state.raw<readonly Talk[]>([])
  awaited = $derived(this.#state === 'starting' && this.#waiting.length + this.#talks.length > 0)
  away = $derived(this.#state === 'away')
  here = $derived(this.#state === 'starting' || this.#state === 'ready')

  #worker: Worker | null = null
  #next = 0
  #kept = false
  readonly #lock: TabLock

  constructor(
    readonly files: SiteFiles,
    readonly base: string,
    readonly create: () => Worker,
    readonly analyst?: Engine,
  ) {
    this.folder = new URL(base).pathname
    this.#lock = new TabLock(
      `rookery ${base}`,
      () => this.#talks.length > 0 || this.#waiting.some(({ ask }) => ask.method === 'POST' && MAKES.test(ask.path)),
      () => this.#lose(),
    )
  }

  engine(): Promise<Engine | null> {
    return Promise.resolve(this.analyst ?? null)
  }

  request(path: string, { method = 'GET', body = '' }: RequestInit = {}): Promise<Response> {
    const file = method === 'GET' ? siteFile(path) : null
    if (file) return this.#fetched(file)
    if (this.#state === 'failed') return Promise.reject(new Error(this.failure))
    return new Promise((answer, refuse) => {
      const ask = { kind: 'request', id: this.#next++, method, path, body: body as string } as const
      this.#waiting = [...this.#waiting, { ask, answer, refuse }]
      if (this.#state === 'ready') this.post(ask)
      else this.warm()
    })
  }

  converse(table: string, listener: Listener): Conversation {
    // asked at a table, because a browser grants it sooner, or asks the person, where something is under way
    void navigator.storage?.persist?.().catch(() => undefined)
    const talk = new Talk(this.#next++, table, listener, this)
    this.#talks = [...this.#talks, talk]
    if (this.#state === 'ready') queueMicrotask(() => this.#connect(talk))
    else this.warm()
    return talk
  }

  leave(talk: Talk): void {
    this.#talks = this.#talks.filter((other) => other !== talk)
    if (talk.connected) this.post({ kind: 'end', id: talk.id })
    talk.connected = false
  }

  post(message: ToWorker): void {
    this.#worker?.postMessage(message)
  }

  warm(): void {
    if (this.#state === 'idle' || this.#state === 'away') void this.#start(false)
  }

  take(): void {
    void this.#start(true)
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
    this.part = 0
    if (!(await this.#lock.take(steal))) return this.#lose()
    this.#worker = this.create()
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data)
    this.#worker.onerror = () => this.#fail(BROKEN)
    this.post({ kind: 'start', base: this.base, files: $state.snapshot(this.files) as SiteFiles })
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'progress') this.part = Math.max(this.part, message.part)
    else if (message.kind === 'failed') this.#fail(message.words)
    else if (message.kind === 'notice') this.notice = message.words && sentence(message.words)
    else if (message.kind === 'ready') this.#open()
    else if (message.kind === 'reply') this.#answer(message)
    else if (message.kind === 'advise') void this.#advise(message)
    else {
      const talk = this.#talks.find(({ id }) => id === message.id)
      if (!talk) return
      if (message.kind === 'heard') talk.listener.received(JSON.parse(message.text) as Server)
      else this.#reopen(talk)
    }
  }

  #open(): void {
    this.part = 1
    this.#state = 'ready'
    this.analyst?.warm()
    this.#keep() // only now: the worker needs the line, and the browser's cache has its files then
    for (const { ask } of this.#waiting) this.post(ask)
    for (const talk of this.#talks) this.#connect(talk)
  }

  #keep(): void {
    if (this.#kept) return
    this.#kept = true
    void keepSite(this.base, () => {
      this.fresh = true
      this.idle()
    })
  }

  #answer({ id, status, headers, body }: FromWorker & { kind: 'reply' }): void {
    const asked = this.#waiting.find(({ ask }) => ask.id === id)
    this.#waiting = this.#waiting.filter((other) => other !== asked)
    asked?.answer(new Response(body, { status, headers }))
  }

  /** For a bot of the worker that asked, if that is still there. */
  async #advise({ id, asked }: FromWorker & { kind: 'advise' }): Promise<void> {
    const worker = this.#worker
    const text = (await this.analyst?.advise(asked).catch(() => null)) ?? null
    if (worker === this.#worker) this.post({ kind: 'advice', id, text })
  }

  #connect(talk: Talk): void {
    if (this.#state !== 'ready' || !this.#talks.includes(talk)) return
    talk.connected = true
    this.post({ kind: 'connect', id: talk.id, table: talk.table })
    talk.listener.opened()
  }

  #reopen(talk: Talk): void {
    talk.connected = false
    talk.listener.closed()
    setTimeout(() => this.#connect(talk), REST)
  }

  #fail(words: string): void {
    this.failure = words
    this.#stop('failed', words)
    this.#lock.release()
  }

  /** Another tab has taken over: it needs no answer, and this one begins again when it is used. */
  #lose(): void {
    const used = this.#talks.length + this.#waiting.length > 0
    this.#stop(used ? 'away' : 'idle', AWAY)
  }

  #stop(state: State, words: string): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#state = state
    const waiting = this.#waiting
    this.#waiting = []
    for (const { refuse } of waiting) refuse(new Error(words))
    for (const talk of this.#talks) {
      const was = talk.connected
      talk.connected = false
      if (was) talk.listener.closed()
    }
  }

  async #fetched(file: string): Promise<Response> {
    try {
      return await fetch(new URL(file, this.base))
    } catch {
      throw new Error('This page cannot be reached just now; check the connection, and try again.')
    }
  }
}

/** The names of the site's files, as `rookery site` has written them into the page. */
function named(): SiteFiles {
  return JSON.parse(document.getElementById('site')?.textContent ?? '{}') as SiteFiles
}

const files = named()
const base = new URL('.', document.baseURI).href

export const parlour: Parlour = new WorkerParlour(
  files,
  base,
  () => new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module' }),
  newEngine(files, base),
)

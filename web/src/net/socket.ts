/**
 * A WebSocket that reconnects by itself, after a longer pause each time it fails. A connection may be dead and not closed:
 * where nothing is heard, the server is asked for a sign of life, and without one there is a new connection.
 */
import { PING, PONG, type Client, type Server } from '../protocol'
import type { Limit } from '../waits/limits'
import { Wait, whenBack } from '../waits/wait'
import { RELOAD_QUIET, outdated } from './page_update'
import { backoff } from './backoff'
import type { Conversation, Listener } from './parlour'

const CONNECTING = 0 // as of a WebSocket's readyState; there may be no such class here
const OPEN = 1
const NO_MESSAGE = { type: 'none' } as unknown as Server

export class ReconnectingSocket implements Conversation {
  #socket: WebSocket | null = null
  #failures = 0
  #answered = true // something was heard since this page spoke
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #reloadTimer: ReturnType<typeof setTimeout> | undefined
  #ended = false
  readonly #quiet = new Wait(() => this.#ask())
  readonly #silence = new Wait(() => this.#lose())
  readonly #forgetBack = whenBack(() => this.#check())

  constructor(
    readonly address: string,
    readonly listener: Listener,
  ) {
    this.#connect()
  }

  send(message: Client): boolean {
    if (this.#socket?.readyState !== OPEN) return false
    this.#socket.send(JSON.stringify(message))
    if (this.#answered) this.#expect('asking')
    return true
  }

  end(): void {
    this.#ended = true
    this.#forgetBack()
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#reloadTimer)
    this.#drop()
  }

  #connect(): void {
    let socket: WebSocket
    try {
      socket = new WebSocket(this.address)
    } catch {
      this.#retryTimer = setTimeout(() => this.#fail()) // whoever listens may not be ready yet
      return
    }
    this.#socket = socket
    this.#silence.begin('connecting')
    socket.onopen = () => {
      this.#rest()
      if (this.#failures > 0) void this.#reloadIfOutdated()
      this.listener.opened()
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#failures = 0
      this.#rest()
      if (event.data !== PONG) this.listener.received(parsed(event.data))
    }
    socket.onclose = () => this.#fail()
  }

  /** All is well, until it has been quiet for long. */
  #rest(): void {
    this.#answered = true
    this.#quiet.begin('quiet')
    this.#silence.begin('silence')
  }

  /** The server has to say something soon. A command may take long; a sign of life does not. */
  #expect(quiet?: Limit): void {
    this.#answered = false
    this.#silence.begin('answer')
    if (quiet) this.#quiet.begin(quiet)
    else this.#ask()
  }

  #ask(): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(PING)
  }

  /** The network is back, or the page is visible again. */
  #check(): void {
    if (this.#socket?.readyState === OPEN) {
      if (this.#answered) this.#expect()
    } else if (!document.hidden && this.#socket?.readyState !== CONNECTING) {
      clearTimeout(this.#retryTimer)
      this.#connect()
    }
  }

  /** No sign of life: the connection may be dead, and nobody says so. */
  #lose(): void {
    this.#drop()
    this.#fail()
  }

  /** Whatever comes of it later belongs to nobody. */
  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    this.#quiet.end()
    this.#silence.end()
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  #fail(): void {
    this.#drop()
    this.#failures += 1
    this.listener.closed()
    this.#retryTimer = setTimeout(() => this.#connect(), backoff(this.#failures, Math.random()))
  }

  /** Reloads the page if the server was updated meanwhile. */
  async #reloadIfOutdated(): Promise<void> {
    const answer = await outdated()
    clearTimeout(this.#reloadTimer)
    if (this.#ended || answer === 'no') return
    if (answer === 'yes') location.reload()
    else this.#reloadTimer = setTimeout(() => void this.#reloadIfOutdated(), RELOAD_QUIET)
  }
}

/** What is no message, no listener knows either. */
function parsed(text: string): Server {
  try {
    return (JSON.parse(text) as Server | null) ?? NO_MESSAGE
  } catch {
    return NO_MESSAGE
  }
}

export function socketAddress(id: string): string {
  const { protocol, host } = location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws/${id}`
}

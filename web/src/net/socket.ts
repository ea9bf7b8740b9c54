/** A WebSocket that reconnects by itself, after a longer pause each time it fails. */
import type { Client, Server } from '../protocol'
import { RELOAD_QUIET, outdated } from './page_update'
import { backoff } from './backoff'
import type { Conversation, Listener } from './parlour'

export class ReconnectingSocket implements Conversation {
  #socket: WebSocket | null = null
  #failures = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #reloadTimer: ReturnType<typeof setTimeout> | undefined
  #ended = false

  constructor(
    readonly address: string,
    readonly listener: Listener,
  ) {
    addEventListener('online', this.#retryNow)
    document.addEventListener('visibilitychange', this.#retryNow)
    this.#connect()
  }

  send(message: Client): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#reloadTimer)
    removeEventListener('online', this.#retryNow)
    document.removeEventListener('visibilitychange', this.#retryNow)
    this.#socket?.close()
  }

  #connect(): void {
    const socket = new WebSocket(this.address)
    this.#socket = socket
    socket.onopen = () => {
      if (this.#failures > 0) void this.#reloadIfOutdated()
      this.listener.opened()
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#failures = 0
      this.listener.received(JSON.parse(event.data) as Server)
    }
    socket.onclose = () => {
      if (this.#ended || socket !== this.#socket) return
      this.#failures += 1
      this.listener.closed()
      this.#retryTimer = setTimeout(() => this.#connect(), backoff(this.#failures, Math.random()))
    }
  }

  /** Reloads the page if the server was updated meanwhile. */
  async #reloadIfOutdated(): Promise<void> {
    const answer = await outdated()
    clearTimeout(this.#reloadTimer)
    if (this.#ended || answer === 'no') return
    if (answer === 'yes') location.reload()
    else this.#reloadTimer = setTimeout(() => void this.#reloadIfOutdated(), RELOAD_QUIET)
  }

  /** The network is back, or the page is visible again: no reason to wait longer. */
  #retryNow = (): void => {
    if (this.#ended || document.hidden || this.#socket?.readyState !== WebSocket.CLOSED) return
    clearTimeout(this.#retryTimer)
    this.#connect()
  }
}

export function socketAddress(id: string): string {
  const { protocol, host } = location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws/${id}`
}

/** Whether a table can be reached, in words. */
import { Wait } from '../waits/wait'

const CONNECTION_LOST = 'Connection lost. Reconnecting …'
const TABLE_UNREACHED = 'The table cannot be reached. Trying again …'
const TABLE_SLOW = 'The table is taking a long time to open. Still waiting …'
const FOR_HOSTS =
  'The table cannot be reached. If you run this server and this message stays, check that the proxy in front of it passes WebSockets (docs/hosting.md).'
const FAILURES = 2 // after which a first visit says so, at the latest

export class Reach {
  #connected = $state(false)
  #was = $state(false) // this page was at the table
  #failures = $state(0) // since then
  late = $state(false) // the first message of the table does not come in time
  #stays = $state(false)
  words = $derived.by(() => {
    if (this.#was) return CONNECTION_LOST
    if (this.#connected) return this.late ? TABLE_SLOW : ''
    if (this.#stays) return FOR_HOSTS
    return this.late || this.#failures >= FAILURES ? TABLE_UNREACHED : ''
  })
  readonly #table = new Wait(() => (this.late = true))
  readonly #host = new Wait(() => (this.#stays = true))

  constructor() {
    this.#table.begin('table')
    this.#host.begin('host')
  }

  opened(): void {
    this.#connected = true
  }

  /** `was`: this page was at the table. */
  closed(was: boolean): void {
    this.#was ||= was
    this.#connected = false
    this.#failures += 1
  }

  end(): void {
    this.#table.end()
    this.#host.end()
  }
}

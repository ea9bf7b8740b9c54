/**
 * Tables of games that people made: a sandbox draws them (src/sandbox/drawn_table.ts). Whoever listens sees a table whose
 * server sends pictures.
 */
import type { Painter } from '../painting/painter'
import type { DrawnTable } from '../sandbox/drawn_table'
import type { Client, Server, Welcome } from '../protocol'
import type { Conversation, Listener } from './parlour'

export class MadeTables implements Listener, Conversation {
  readonly #conversation: Conversation
  #drawn: Promise<DrawnTable> | null = null // null: nobody made the game
  #last = Promise.resolve() // of the messages that wait for their pictures
  #connection = 0 // counts connections

  /** `draw`: what draws the table; null: nobody made its game. */
  constructor(
    readonly listener: Listener,
    connect: (heard: Listener) => Conversation,
    readonly draw: (welcome: Welcome) => Promise<DrawnTable> | null,
  ) {
    this.#conversation = connect(this)
  }

  send(message: Client): boolean {
    return this.#conversation.send(message)
  }

  end(): void {
    this.#connection += 1
    this.#conversation.end()
  }

  opened(): void {
    this.#connection += 1
    this.listener.opened()
  }

  closed(): void {
    this.#connection += 1
    this.listener.closed()
  }

  received(message: Server): void {
    if (message.type === 'welcome') this.#drawn ??= this.draw(message)
    const connection = this.#connection
    if (this.#drawn) this.#last = this.#last.then(() => this.#pass(message, connection))
    else this.listener.received(message)
  }

  async #pass(message: Server, connection: number): Promise<void> {
    const drawn = await this.#drawn!.catch(() => null)
    const pictured = drawn?.pictured(message, (asked) => this.send(asked)).catch(() => null) // it is not whole
    const made = (await pictured) ?? message
    if (connection !== this.#connection || made === 'used') return
    if (made === 'ask again') this.listener.opened()
    else this.listener.received(made)
  }
}

/** At a server, where only this browser may have the game. A message may not be whole. */
export function tableAtServer({ table }: Partial<Welcome>): Promise<DrawnTable> | null {
  if (table?.made !== true) return null
  return import('../sandbox/drawn_table').then(({ DrawnTable }) => DrawnTable.of(table.game.slug))
}

/** In a page of the game's own. `painter`: what draws with the code of that name. */
export async function tableHere({ table }: Welcome, painter: (code: string) => Promise<Painter>): Promise<DrawnTable> {
  const { DrawnTable } = await import('../sandbox/drawn_table')
  return new DrawnTable(await painter(table.code), true)
}

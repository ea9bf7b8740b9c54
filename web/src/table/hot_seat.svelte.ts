/** Several people at one screen, each with secrets: who has the device, and who gets it next. */
import type { Moment } from '../protocol'
import type { Table } from '../state'
import { handOverText } from '../text/seat_text'

export class HotSeat {
  next = $state<number | null>(null) // the seat that gets the device next; until it takes it the board is covered
  holder: number | null = null // the seat before the device
  #taken = () => {}

  constructor(readonly table: Table) {}

  /** Whether a moment shows what only another player at this screen may see. */
  hides(moment: Moment): boolean {
    const { card, newest, mine } = this.table
    if (!card?.game.hidden || newest?.over) return false
    return moment.seen_by !== this.holder && mine.length > 1
  }

  /** Called before a moment is shown: makes sure that the player who may see it has the device. */
  before(moment: Moment): 'show' | 'skip' | Promise<void> {
    if (!this.hides(moment)) return 'show'
    const seat = this.table.card?.seats[moment.seen_by ?? -1]
    if (seat?.level) return 'skip' // a bot's view, which no person needs to see
    this.next = moment.seen_by
    if (seat) this.table.say(`${this.table.announced.trim()} ${handOverText(seat)}`)
    return new Promise((taken) => (this.#taken = taken))
  }

  /** The next player has the device. */
  take(): void {
    this.holder = this.next
    this.next = null
    this.#taken()
  }

  /** The moment that waits for the next player is void: the game goes on with the player who has the device. */
  cancel(): void {
    if (this.next === null) return
    this.next = null
    this.holder = null // unknown
    this.#taken()
  }
}

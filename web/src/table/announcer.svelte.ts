/** What screen readers are given to say. */
import type { Entry, Moment, TableCard } from '../protocol'
import { whose } from '../scene/marks'
import { said, secret, task, turn } from '../text/text'

const LULL = 4000 // ms in which no bot has played: what they have played so far is said

export class Speech {
  spoken = $state('')
  #unsaid: string[] = [] // what bots have played since somebody was told anything
  #timer: ReturnType<typeof setTimeout> | undefined

  /** The same words twice differ by a space that nobody hears: a screen reader only speaks what changed. */
  say(words: string): void {
    this.spoken = words === this.spoken ? `${words} ` : words
  }

  /**
   * New moves, and whose turn it is then. What bots play one after the other is said in one sentence: each new one
   * would cut off the one before. `mine`: the seats at this screen; `covered`: the next position is not to be seen yet.
   */
  hear(card: TableCard, fresh: readonly Entry[], moment: Moment, mine: readonly number[], covered: boolean): void {
    const worth = fresh.filter((entry) => entry.seat !== null || !secret(entry)) // that a card was drawn says nothing
    this.#unsaid.push(
      ...(worth.length > 0 ? worth : fresh).map((entry) => `${whose(card, { ...entry, words: said(entry) })}.`),
    )
    clearTimeout(this.#timer)
    const own = fresh.some(({ seat }) => mine.includes(seat!))
    const more = !own && mine.length > 0 && (card.seats[moment.mover ?? -1]?.level ?? '') !== ''
    if (more) this.#timer = setTimeout(() => this.speak(card, moment, covered), LULL)
    else this.speak(card, moment, covered)
  }

  /** What has not been said yet, and whose turn it is. */
  speak(card: TableCard, moment: Moment, covered: boolean): void {
    this.say(
      [...this.#unsaid.splice(0), turn(card, moment), covered ? '' : task(card, moment)].filter(Boolean).join(' '),
    )
  }

  /** What waits to be said is no longer how things are. */
  forget(): void {
    clearTimeout(this.#timer)
    this.#unsaid = []
  }
}

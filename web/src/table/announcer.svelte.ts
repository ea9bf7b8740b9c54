/** What is said aloud: moves as they are played, and changes of the table at which no move was played. */
import type { Entry, Moment, Nudging, TableCard } from '../protocol'
import type { Table } from '../state'
import { takebackRequest } from '../moves/takebacks'
import { alerts } from '../notify/alerts.svelte'
import { moveWithPlayer } from '../scene/marks'
import { nudgeText, standInsText } from '../seats/stand_ins'
import { withRemark, isSecret } from '../text/move_text'
import { task, turn, waiting } from '../text/turn_text'

const BOTS_PAUSE = 4000 // ms in which no bot has played: what they have played so far is said

export class Announcer {
  words = $state('') // to be spoken
  #unsaid: string[] = [] // what bots have played since somebody was told anything
  #timer: ReturnType<typeof setTimeout> | undefined

  /** The same words twice differ by a space that nobody hears: a screen reader only speaks what changed. */
  say(words: string): void {
    this.words = words === this.words ? `${words} ` : words
  }

  /**
   * New moves, and whose turn it is then. What bots play one after the other is said in one sentence: each new one
   * would cut off the one before. `mine`: the seats at this screen; `covered`: the next position is not to be seen yet.
   */
  hear(card: TableCard, fresh: readonly Entry[], moment: Moment, mine: readonly number[], covered: boolean): void {
    const worth = fresh.filter((entry) => entry.seat !== null || !isSecret(entry)) // that a card was drawn says nothing
    this.#unsaid.push(
      ...(worth.length > 0 ? worth : fresh).map(
        (entry) => `${moveWithPlayer(card, { ...entry, words: withRemark(entry) })}.`,
      ),
    )
    clearTimeout(this.#timer)
    const own = fresh.some(({ seat }) => mine.includes(seat!))
    const more = !own && mine.length > 0 && (card.seats[moment.mover ?? -1]?.level ?? '') !== ''
    if (more) this.#timer = setTimeout(() => this.speak(card, moment, covered), BOTS_PAUSE)
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

/** What is new about a table, where no move was played; "" when nothing need be said. */
export function news(before: TableCard, card: TableCard, moves: readonly Entry[]): string {
  const words = [waiting(card), takebackRequest(card, moves)].filter(
    (text, i) => text !== [waiting(before), takebackRequest(before, moves)][i],
  )
  if (card.next && !before.next) words.push('The rematch is set up.')
  return words.filter(Boolean).join(' ')
}

/** Says what is new. That a bot sits down for somebody, or gets up again, everybody has to read, too. */
export function announce(table: Table, before: TableCard, card: TableCard): void {
  const words = news(before, card, table.moves)
  const stood = table.newest?.over ? '' : standInsText(before, card)
  if (stood !== '') table.tell(`${words} ${stood}`.trim())
  else if (words !== '') table.say(words)
}

/** Somebody waits. Whoever is waited for hears it, and the tab says it until they look. */
export function nudge(table: Table, card: TableCard, { seat, by }: Nudging): void {
  const words = nudgeText(card, seat, by)
  if (words === '') return
  table.tell(words)
  if (card.seats[seat]?.yours) alerts.nudge(card.game.name, words, card.id)
}

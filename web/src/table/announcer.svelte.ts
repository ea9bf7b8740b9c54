/** What screen readers announce: moves as they are played, and other changes of the table. */
import type { Entry, Nudging, TableCard } from '../protocol'
import type { ShownMoment, Table } from '../state'
import { takebackRequest } from '../moves/takebacks'
import { alerts } from '../notify/alerts.svelte'
import { moveWithPlayer } from '../scene/marks'
import { nudgeText, standInsText } from '../seats/stand_ins'
import { withRemark, isSecret } from '../text/move_text'
import { stopped } from '../text/english'
import { task, turn, waiting } from '../text/turn_text'

const BOTS_PAUSE = 4000 // ms without a bot's move before their moves so far are announced

export class Announcer {
  words = $state('') // for the live region
  #unsaid: string[] = [] // bots' moves since the last announcement
  #timer: ReturnType<typeof setTimeout> | undefined

  /** A screen reader only speaks what has changed: the same words twice differ by a space that is not heard. */
  say(words: string): void {
    this.words = words === this.words ? `${words} ` : words
  }

  /**
   * Announces new moves, and whose turn it is then. Moves that bots play one after the other are announced together:
   * each would cut off the one before. `mine`: the seats at this screen; `covered`: the board is not to be seen yet.
   */
  hear(card: TableCard, fresh: readonly Entry[], moment: ShownMoment, mine: readonly number[], covered: boolean): void {
    const worth = fresh.filter((entry) => entry.seat !== null || !isSecret(entry)) // that some card was drawn is no news
    this.#unsaid.push(
      ...(worth.length > 0 ? worth : fresh).map((entry) =>
        stopped(moveWithPlayer(card, { ...entry, words: withRemark(entry) })),
      ),
    )
    clearTimeout(this.#timer)
    const own = fresh.some(({ seat }) => mine.includes(seat!))
    const more = !own && mine.length > 0 && (card.seats[moment.mover ?? -1]?.level ?? '') !== ''
    if (more) this.#timer = setTimeout(() => this.speak(card, moment, covered), BOTS_PAUSE)
    else this.speak(card, moment, covered)
  }

  /** Announces what has not been said yet, and whose turn it is. */
  speak(card: TableCard, moment: ShownMoment, covered: boolean): void {
    this.say(
      [...this.#unsaid.splice(0), turn(card, moment), covered ? '' : task(card, moment)].filter(Boolean).join(' '),
    )
  }

  /** Drops what has not been said yet. */
  forget(): void {
    clearTimeout(this.#timer)
    this.#unsaid = []
  }
}

/** What is new about a table, apart from moves; "" for nothing. */
export function news(before: TableCard, card: TableCard, moves: readonly Entry[]): string {
  const words = [waiting(card), takebackRequest(card, moves)].filter(
    (text, i) => text !== [waiting(before), takebackRequest(before, moves)][i],
  )
  if (card.next && !before.next) words.push('The rematch is set up.')
  return words.filter(Boolean).join(' ')
}

/** Announces what is new. When a bot starts or stops standing in, the text is also shown to everybody. */
export function announce(table: Table, before: TableCard, card: TableCard): void {
  const words = news(before, card, table.moves)
  const stood = table.newest?.over ? '' : standInsText(before, card)
  if (stood !== '') table.tell(`${words} ${stood}`.trim())
  else if (words !== '') table.say(words)
}

/** Somebody nudges. The nudged player hears it, and the tab says it until they look. */
export function nudge(table: Table, card: TableCard, { seat, by }: Nudging): void {
  const words = nudgeText(card, seat, by)
  if (words === '') return
  table.tell(words)
  if (card.seats[seat]?.yours) alerts.nudge(card.game.name, words, card.id)
}

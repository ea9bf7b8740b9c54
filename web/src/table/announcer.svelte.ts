/** What is said aloud: moves as they are played, and changes of the table at which no move was played. */
import type { Entry, Moment, Nudging, TableCard } from '../protocol'
import { wantsBack } from '../moves/takebacks'
import { alerts } from '../notify/alerts.svelte'
import { whose } from '../scene/marks'
import { nudged, standIns } from '../seats/stand_ins'
import { said, secret } from '../text/move_text'
import { task, turn, waiting } from '../text/turn_text'

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

/** "" when nothing need be said. */
export function news(before: TableCard, table: TableCard, moves: readonly Entry[]): string {
  const words = [waiting(table), wantsBack(table, moves)].filter(
    (text, i) => text !== [waiting(before), wantsBack(before, moves)][i],
  )
  if (table.next && !before.next) words.push('The rematch is set up.')
  return words.filter(Boolean).join(' ')
}

interface Page {
  moves: readonly Entry[]
  newest: Moment | null
  say(words: string): void // to hear
  tell(words: string): void // to read, and to hear
}

/** That a bot sits down for somebody, or gets up again, everybody has to read, too. */
export function announce(page: Page, before: TableCard, table: TableCard): void {
  const words = news(before, table, page.moves)
  const stood = page.newest?.over ? '' : standIns(before, table)
  if (stood !== '') page.tell(`${words} ${stood}`.trim())
  else if (words !== '') page.say(words)
}

/** Somebody waits. Who is waited for hears it, and the tab says it until they look. */
export function nudge(page: Page, table: TableCard, { seat, by }: Nudging): void {
  const words = nudged(table, seat, by)
  if (words === '') return
  page.tell(words)
  if (table.seats[seat]?.yours) alerts.nudge(table.game.name, words, table.id)
}

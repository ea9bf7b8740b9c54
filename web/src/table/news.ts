/** What is said when a table has changed, but no move was played. */
import type { Entry, Moment, Nudging, TableCard } from '../protocol'
import { alerts } from '../notify/alerts.svelte'
import { nudged, standIns } from '../seats/stand_ins'
import { wantsBack } from '../moves/takebacks'
import { waiting } from '../text/text'

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

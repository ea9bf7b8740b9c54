/** The tab says whose turn it is; when it becomes mine there is an alert, if I have asked for alerts. */
import type { Table } from '../state'
import { alerts } from '../notify/alerts.svelte'
import { turn } from '../text/turn_text'

/** Called while the page of a table is set up. */
export function keepTabTitle(table: Table): void {
  let wasMine = false // my turn, when the tab was last written
  $effect(() => {
    const { card, newest } = table
    if (!card || !newest) return
    const mine = newest.mover !== null && table.mine.includes(newest.mover) && !table.lent
    const words = turn(card, newest)
    document.title = `${mine ? '● ' : ''}${words} ${card.game.name}`
    if (mine && !wasMine) alerts.ring(card.game.name, words, table.id)
    wasMine = mine
  })
}

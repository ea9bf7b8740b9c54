/** A threat in words. */
import type { ThreatAnswer } from '../engine/engine_types'
import type { TableCard } from '../protocol'
import { percent } from '../text/english'
import { displayName } from '../text/seat_text'

const LOST = 0.02 // chance from which down nothing is worth a warning

/** Whether it can be said in a game what others threaten: they play against each other, and all see all. */
export function mayBeThreatened({ game }: TableCard): boolean {
  return !game.cooperative && !game.hidden
}

/** Moves of one turn. */
function turnText([first = '', ...others]: readonly string[]): string {
  return [first, ...others.map((words) => words.charAt(0).toLowerCase() + words.slice(1))].join(', then ')
}

export function threatText(card: TableCard, { threat, chance }: ThreatAnswer): string {
  if (threat) {
    const who = displayName(card.seats[threat.seat]!)
    return (
      `If you do nothing about it, ${who} may play this: ${turnText(threat.words)}. ` +
      `That would cost you about ${percent(threat.cost)} of the chance to win.`
    )
  }
  return chance < LOST ? 'The others are far ahead: no move changes that now.' : 'Nothing clearly threatens you now.'
}

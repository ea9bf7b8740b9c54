/** Which games there are: they stay the same while the page is open. */
import type { GameCard } from '../protocol'
import { games } from './api'
import { poll } from './poll'

const RETRY_INTERVAL = 3000 // ms

/** Asks until it is known, and says what goes wrong meanwhile; '': nothing. Returns what ends that. */
export function whenGamesAreKnown(found: (cards: GameCard[]) => void, failed: (words: string) => void): () => void {
  return poll(
    games,
    (cards) => {
      failed('')
      found(cards.map((card) => ({ ...card, course: card.course ?? [] }))) // older servers name no course
    },
    ({ message }) => {
      failed(message)
      return RETRY_INTERVAL
    },
  )
}

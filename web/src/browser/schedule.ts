/**
 * When what was missed comes back, by FSRS: shortly before it would be forgotten. Pages load this file, and with it the
 * library, when something has come back; what is due they know without it.
 */
import { createEmptyCard, fsrs, Rating } from 'ts-fsrs'
import { NEVER, type Returning } from './returning'

const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false }) // nothing random, and whole days
const MOST_DAYS = 120 // what would come back later is known
const MOST_TRIES = 40 // of which the interval is made

/** After a try. `alone`: it was found at the first attempt and without a hint. */
export function afterTry({ tries }: Returning, alone: boolean, now: number): Returning {
  const all = [...tries, [now, alone] as Returning['tries'][number]].slice(-MOST_TRIES)
  let card = createEmptyCard(new Date(all[0]![0]))
  for (const [at, found] of all) {
    const last = card.last_review?.getTime() ?? at
    card = scheduler.next(card, new Date(Math.max(at, last)), found ? Rating.Good : Rating.Again).card
  }
  return { due: card.scheduled_days > MOST_DAYS ? NEVER : card.due.getTime(), tries: all }
}

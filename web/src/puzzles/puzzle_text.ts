/** A puzzle in words. */
import type { PuzzleCard } from '../protocol'
import { percent } from '../study/review_text'

/** What is to be found. */
export function taskText({ team }: PuzzleCard): string {
  return team ? 'Find the one move that keeps your team’s best chance.' : 'Find the one move that is right.'
}

/** What makes it right, when it has been found. */
export function reasonText({ team, best, second, proved }: PuzzleCard): string {
  const who = team ? 'your team' : 'you'
  if (proved && best === 1) return `With it ${who} can always win. With any other move that is not certain.`
  const sure = proved ? 'It is proved' : 'The engine says'
  return `${sure}: ${who === 'you' ? 'your' : 'your team’s'} chance is ${percent(best)}, and after any other move at most ${percent(second)}.`
}

/** "+12", "-8". */
export function changeText(change: number): string {
  return `${change < 0 ? '−' : '+'}${Math.abs(change)}`
}

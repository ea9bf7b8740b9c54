/** A puzzle in words. */
import type { PuzzleCard } from '../protocol'
import { percent } from '../text/english'

const DRAW = 0.5 // what a proved draw is worth between two
const LIKELY = 0.75 // chance of a team that can win

/** What is to be found. */
export function taskText({ team, best, proved }: PuzzleCard): string {
  if (team && best >= LIKELY) return 'Your team can win from here. Find the one move that keeps it so.'
  if (team) return 'Find the one move that keeps your team’s best chance.'
  if (!proved || (best !== 1 && best !== DRAW)) return 'Find the one right move.'
  return `You can ${best === 1 ? 'win' : 'hold a draw'} from here. Find the one move that does it.`
}

/** What a wrong move does not do. `words`: of the move. */
export function wrongText({ team, best, proved }: PuzzleCard, words: string): string {
  let fails = 'is not the best move'
  if (proved && best === 1) fails = team ? 'does not win for sure' : 'does not win'
  else if (proved && best === DRAW && !team) fails = 'does not hold the draw'
  return `Not quite: ${words.charAt(0).toLowerCase()}${words.slice(1)} ${fails}. Try once more.`
}

/** What makes it right, when it has been found. */
export function reasonText({ team, best, second, proved }: PuzzleCard): string {
  const who = team ? 'your team' : 'you'
  if (proved && best === 1) return `With it ${who} can always win. With any other move that is not certain.`
  if (proved && !team && best === DRAW && second === 0)
    return 'With it you can always hold a draw. With any other move you can lose.'
  const sure = proved ? 'It is proved' : 'The engine says'
  return `${sure}: ${who === 'you' ? 'your' : 'your team’s'} chance is ${percent(best)}, and after any other move at most ${percent(second)}.`
}

/** "+12", "-8". */
export function changeText(change: number): string {
  return `${change < 0 ? '−' : '+'}${Math.abs(change)}`
}

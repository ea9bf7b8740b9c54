/** What the page says of a game as such: who plays it, who made it, how hard it is to learn. */
import type { GameCard } from '../protocol'
import { capital, list } from './english'

/** [2] -> "2 players", [2, 3, 4] -> "2–4 players", [1, 3] -> "1 or 3 players". */
export function players(counts: readonly number[]): string {
  const sorted = [...counts].sort((a, b) => a - b)
  const first = sorted[0] ?? 0
  const last = sorted.at(-1) ?? 0
  if (sorted.length === 1) return first === 1 ? '1 player' : `${first} players`
  const run = last - first === sorted.length - 1
  return `${run && sorted.length > 2 ? `${first}–${last}` : list(sorted.map(String), 'or')} players`
}

/** Whose work a game is: its designers, or where it was published. */
export function credit(game: GameCard): string {
  return game.designers.length > 0 ? `By ${list(game.designers)}` : capital(game.publisher)
}

const EFFORTS = [
  '',
  'Learn it in a minute',
  'Easy to learn',
  'Some rules to learn',
  'Many rules to learn',
  'Takes an evening to learn',
]

/** How much there is to learn. */
export function effort(game: GameCard): string {
  return EFFORTS[game.weight] ?? ''
}

/** What the seats are called at a table for `count` players, with these options. */
export function roles(game: GameCard, count: number, options: Record<string, string> = {}): string[] {
  const renamed = game.renamed?.find(({ players, option, choice }) => players === count && options[option] === choice)
  return renamed?.seats ?? game.seats[count] ?? Array.from({ length: count }, (_, i) => `Seat ${i + 1}`)
}

/** For a link to a game that this server does not have. */
export function noGame(slug: string): string {
  return `There is no game called “${slug}” here`
}

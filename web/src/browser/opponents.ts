/** The level of the bots that this browser plays a game against: as chosen last, and one higher after each win. */
import type { TableCard } from '../protocol'
import { read, write } from './storage'

const OPPONENTS_KEY = 'rookery.opponents' // by slug: the id of a level

/** '': none was chosen yet. */
export function lastOpponent(slug: string): string {
  const level = kept()[slug]
  return typeof level === 'string' ? level : ''
}

export function keepOpponent(slug: string, level: string): void {
  write(OPPONENTS_KEY, { ...kept(), [slug]: level })
}

/** What is stored may be somebody else's. */
function kept(): Record<string, unknown> {
  const found = read<unknown>(OPPONENTS_KEY, {})
  return typeof found === 'object' && found !== null ? { ...found } : {}
}

/** The game is over. Whoever has won it alone, against bots as they were chosen last, is offered the next level. */
export function climb({ game, seats }: TableCard, winners: readonly number[]): void {
  const mine = seats.filter(({ yours }) => yours)
  const others = seats.filter(({ yours }) => !yours)
  const last = lastOpponent(game.slug)
  const alone = mine.length === 1 && winners.length === 1 && winners[0] === mine[0]!.index && mine[0]!.level === ''
  if (!alone || !others.every(({ kind, level }) => kind === 'bot' && level === last)) return
  const next = game.levels[game.levels.findIndex(({ id }) => id === last) + 1]
  if (next && others.length > 0) keepOpponent(game.slug, next.id)
}

/** What is said of the result of a day. Nothing that is shared tells anything about the draws. */
import type { Achieved, DayGameCard, DayLevel, DayResult } from '../protocol'
import { dayText } from '../puzzles/day_values'
import { percent, plural } from '../text/english'

const PARTS = 10 // of the bar in a shared text

/** "Red, against 2 Hard bots" */
export function tableText({ players, role, strength, team }: DayGameCard): string {
  const bots = players === 2 ? `the ${strength} bot` : `${players - 1} ${strength} bots`
  return `${role}, ${team ? 'with' : 'against'} ${bots}`
}

/** The result in a line, without any number of the game itself. */
export function headline({ own, share, finished, begun, over }: DayResult): string {
  if (own === null) return over ? 'You did not play it to its end.' : 'Play it to its end first.'
  if (share === null) return 'You are the first to finish it.'
  const others = over ? begun : finished // who broke off counts once the day is over
  return `Better than ${percent(share)} of ${plural(others, 'other')}`
}

/** How far a seat was ahead: "3 birds ahead"; where nothing is counted, how the game ended. `points`: "birds" */
export function leadText(lead: number, utility: number, points: string, team: boolean): string {
  if (points === '') return utility > 0 ? 'won' : utility < 0 ? 'lost' : 'drew'
  const amount = Math.abs(Math.round(10 * lead) / 10).toLocaleString('en-GB')
  if (team) return `${amount} ${points}`
  return lead === 0 ? 'level' : `${amount} ${points} ${lead > 0 ? 'ahead' : 'behind'}`
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The mean of what a level achieved. */
export function meanOf(runs: readonly Achieved[]): Achieved {
  return { utility: mean(runs.map(({ utility }) => utility)), lead: mean(runs.map(({ lead }) => lead)) }
}

/** The strongest level that the person did better than; undefined: none. */
export function beaten({ own, levels }: DayResult): DayLevel | undefined {
  if (own === null) return undefined
  return levels.findLast(({ runs }) => {
    const other = meanOf(runs)
    return own.utility > other.utility || (own.utility === other.utility && own.lead > other.lead)
  })
}

/** What else is told of a result. `streak`: days in a row */
export function moreText(result: DayResult, streak: number): string[] {
  const level = beaten(result)
  return [...(level ? [`Ahead of the ${level.strength} bot`] : []), ...(streak > 1 ? [`${streak} days in a row`] : [])]
}

/** The result to send to others. `streak`: days in a row; `link`: to the games of the day. */
export function shareText(result: DayResult, streak: number, link: string): string {
  const full = Math.round(PARTS * (result.share ?? 1))
  return [
    `Rookery · ${result.game.name} · ${dayText(result.day)}`,
    `${'▰'.repeat(full)}${'▱'.repeat(PARTS - full)} ${headline(result)}`,
    ...moreText(result, streak),
    link,
  ].join('\n')
}

/** Ratings in words. */
import type { RatingChange, SkillCard } from '../protocol'
import { plural } from '../text/english'

const number = (value: number) => String(value).replace('-', '−')

/** What is known of a strength. */
export function skillText({ low, high, games }: SkillCard): string {
  return `between ${number(low)} and ${number(high)} (95\u00a0% interval), after ${plural(games, 'rated game')}`
}

/** At which tables a rating counts. */
export function scaleText(players: number, people: number): string {
  return people > 1 ? `a team of ${people}` : players === 0 ? 'alone' : `${players} players`
}

/** What a game did to a rating. */
export function changeText({ before, after, difficulty }: RatingChange): string {
  const whose = difficulty === '' ? 'Your' : 'Your team’s'
  const at = difficulty === '' ? '' : ` at the difficulty “${difficulty}”`
  const now = number(after.mean)
  if (!before) return `${whose} first rating${at}: ${now}.`
  const change = after.mean - before.mean
  const how = change === 0 ? 'stays' : change > 0 ? `rises by ${change} to` : `falls by ${-change} to`
  return `${whose} rating${at} ${how} ${now}.`
}

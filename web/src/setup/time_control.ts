/** The time control of a new table, as it is chosen and as it is sent. */
import type { Clock } from '../protocol'

/** Seconds for each player, plus seconds added with every move; or seconds for each move. */
const bank = (seconds: number, increment: number) => ({ kind: 'bank', seconds, increment }) as const
const each = (seconds: number) => ({ kind: 'move', seconds, increment: 0 }) as const

/** What can be chosen. */
export const PACES = [
  { value: 'none', text: 'No time limit', group: '', limit: null },
  { value: '180+2', text: '3 minutes each + 2 seconds a move', group: 'In one sitting', limit: bank(180, 2) },
  { value: '300+3', text: '5 minutes each + 3 seconds a move', group: 'In one sitting', limit: bank(300, 3) },
  { value: '900+10', text: '15 minutes each + 10 seconds a move', group: 'In one sitting', limit: bank(900, 10) },
  { value: '2700+30', text: '45 minutes each + 30 seconds a move', group: 'In one sitting', limit: bank(2700, 30) },
  { value: '60', text: '1 minute a move', group: 'In one sitting', limit: each(60) },
  { value: '86400', text: '1 day a move', group: 'Over several days', limit: each(86_400) },
  { value: '259200', text: '3 days a move', group: 'Over several days', limit: each(259_200) },
  { value: '604800', text: '1 week a move', group: 'Over several days', limit: each(604_800) },
  { value: 'own', text: 'Set your own …', group: 'Other', limit: null }, // it is in TimeControl
] as const

export type Pace = (typeof PACES)[number]['value']

export interface TimeControl {
  pace: Pace
  minutes: number // for each player, if the pace is 'own'
  increment: number // seconds for each move, if the pace is 'own'
  zero: Clock['zero']
}

export const NO_CLOCK: TimeControl = { pace: 'none', minutes: 10, increment: 5, zero: 'bot' }

/** `level`: of the bot that plays on. */
export function clockOf({ pace, minutes, increment, zero }: TimeControl, level: string): Clock | null {
  const own = bank(Math.round(60 * minutes), Math.round(increment))
  const limit = pace === 'own' ? own : PACES.find(({ value }) => value === pace)?.limit
  return limit ? { ...limit, zero, level: zero === 'bot' ? level : '' } : null
}

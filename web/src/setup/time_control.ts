/** The time control of a new table, as it is chosen and as it is sent. */
import type { Clock } from '../protocol'

export type Pace = 'none' | 'own' | '180+2' | '300+3' | '900+10' | '2700+30' | '60' | '86400' | '259200' | '604800'

/** What can be chosen: seconds for each player, plus seconds added with every move; or seconds for each move. */
export const PACES: { value: Pace; text: string; group: string }[] = [
  { value: 'none', text: 'No time limit', group: '' },
  { value: '180+2', text: '3 minutes each + 2 seconds a move', group: 'In one sitting' },
  { value: '300+3', text: '5 minutes each + 3 seconds a move', group: 'In one sitting' },
  { value: '900+10', text: '15 minutes each + 10 seconds a move', group: 'In one sitting' },
  { value: '2700+30', text: '45 minutes each + 30 seconds a move', group: 'In one sitting' },
  { value: '60', text: '1 minute a move', group: 'In one sitting' },
  { value: '86400', text: '1 day a move', group: 'Over several days' },
  { value: '259200', text: '3 days a move', group: 'Over several days' },
  { value: '604800', text: '1 week a move', group: 'Over several days' },
  { value: 'own', text: 'Set your own …', group: 'Other' },
]

export interface TimeControl {
  pace: Pace
  minutes: number // for each player, if the pace is 'own'
  increment: number // seconds for each move, if the pace is 'own'
  zero: Clock['zero']
}

export const NO_CLOCK: TimeControl = { pace: 'none', minutes: 10, increment: 5, zero: 'bot' }

/** `level`: of the bot that plays on. */
export function clockOf({ pace, minutes, increment, zero }: TimeControl, level: string): Clock | null {
  if (pace === 'none') return null
  const end = { zero, level: zero === 'bot' ? level : '' }
  if (pace === 'own')
    return { kind: 'bank', seconds: Math.round(60 * minutes), increment: Math.round(increment), ...end }
  const [seconds, more] = pace.split('+').map(Number)
  if (more === undefined) return { kind: 'move', seconds: seconds ?? 0, increment: 0, ...end }
  return { kind: 'bank', seconds: seconds ?? 0, increment: more, ...end }
}

/** What comes back for practice: a decision that was missed, and the tries at it. */

export const NEVER = -1

/** ms since 1970, and whether it was found at the first attempt and without a hint. */
export type Try = [at: number, alone: boolean]

export interface Returning {
  due: number // when it comes back, ms since 1970; NEVER
  tries: Try[] // in order; the first one is the miss
}

/** It has been missed. */
export function missed(now: number, due: number): Returning {
  return { due, tries: [[now, false]] }
}

/** What comes back some time on a day is there from the morning on. */
export function isDue({ due }: Returning, now: number): boolean {
  return due !== NEVER && due < endOfDay(now)
}

/** How often it was tried today, after it had come back. */
export function triesToday({ tries }: Returning, now: number): number {
  const [first, last] = [startOfDay(now), endOfDay(now)]
  return tries.slice(1).filter(([at]) => at >= first && at < last).length
}

export function isReturning(one: unknown): one is Returning {
  const { due, tries } = (one ?? {}) as Partial<Returning>
  return (
    Number.isInteger(due) &&
    Array.isArray(tries) &&
    tries.every((one) => Array.isArray(one) && Number.isFinite(one[0]) && typeof one[1] === 'boolean')
  )
}

function startOfDay(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0)
}

function endOfDay(now: number): number {
  return new Date(now).setHours(24, 0, 0, 0)
}

/** Days on which something was done, as whole numbers, in order. */
export const MS_A_DAY = 86_400_000
const MAX_DAYS = 1000 // of which somebody is told

export function withDay(days: readonly number[], day: number): number[] {
  return [...new Set([...days, day])].sort((one, other) => one - other).slice(-MAX_DAYS)
}

/** How many in a row, up to today, or up to yesterday if nothing was done today yet. */
export function inARow(days: readonly number[], today: number): number {
  const all = new Set(days)
  let last = all.has(today) ? today : today - 1
  let count = 0
  for (; all.has(last); last -= 1) count += 1
  return count
}

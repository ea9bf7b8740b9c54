/** How long a page waits before it connects again. */
const FIRST_WAIT = 300 // ms
const MAX_WAIT = 8000 // ms

/** How long to wait after so many failures (from 1), in ms; `chance`, 0 .. 1, spreads the clients. */
export function backoff(failures: number, chance: number): number {
  return Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (failures - 1)) * (0.75 + chance / 2)
}

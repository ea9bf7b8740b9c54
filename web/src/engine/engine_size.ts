/** How many workers think at once. */

const MOST = 4
const EACH = 2 // GB of this machine's memory for a worker, in which other programs run, too
const UNKNOWN = 4 // GB, where the browser does not say

export interface Machine {
  hardwareConcurrency?: number | undefined
  deviceMemory?: number | undefined // GB, rounded; Chromium says it
}

/** `spared`: cores that are left for the page and its tables. */
export function engineSize({ hardwareConcurrency = 1, deviceMemory = UNKNOWN }: Machine, spared: number): number {
  return Math.max(1, Math.min(hardwareConcurrency - spared, Math.floor(deviceMemory / EACH), MOST))
}

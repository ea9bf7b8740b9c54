/** The steps in which the page shows what counted when a game ended. */
import type { Scene, ScoreLine } from '../protocol'

/** A moment of the scene: what lies in the light, and how far the counting has come. */
export interface FinaleStep {
  line: ScoreLine
  lit: readonly string[] // ids of pieces
  sum: number // of the line so far
  counters: ReadonlyMap<string, string> // what counters show meanwhile, by id
  ms: number
}

// ms; the first two are at most 4.8 s together, and a few parts are not drawn out to fill them
const [LEAD, MOST_LEADS] = [450, 1600] // before the first part of a line: its words are read
const [PART, MOST_PARTS] = [420, 3200]
const HOLD = 800 // at last

const HOP_GAP = 70 // ms between the hops of two pieces
const MOST_HOP_GAPS = 500 // ms

/** The lines with those of winners first, or last; otherwise as the game gives them. */
export function counted({ score }: Scene, winners: readonly number[], best: 'first' | 'last'): ScoreLine[] {
  const won = ({ seat }: ScoreLine) => Number(seat !== null && winners.includes(seat))
  const sign = best === 'last' ? 1 : -1
  return [...score].sort((one, other) => sign * (won(one) - won(other)))
}

/** What a line adds to the points of its seat. */
export function pointsOf({ parts }: ScoreLine): number {
  return parts.reduce((sum, { points }) => sum + points, 0)
}

/** All steps, each of which lasts until the next; [] if the game has not said what counted. */
export function finaleSteps(scene: Scene, winners: readonly number[]): FinaleStep[] {
  const lines = counted(scene, winners, 'last')
  const count = lines.reduce((sum, { parts }) => sum + parts.length, 0)
  const lead = Math.min(LEAD, MOST_LEADS / lines.length)
  const part = Math.min(PART, MOST_PARTS / count)
  const ends = new Map(scene.counters.map(({ id, value }) => [id, value]))
  const sums = new Map(lines.flatMap(({ counter }) => (counter === '' ? [] : [[counter, 0]])))
  const shown = () => new Map([...sums].map(([id, sum]) => [id, (ends.get(id) ?? '').replace(/^-?\d+/, String(sum))]))
  const steps = lines.flatMap((line) => {
    const start: FinaleStep = { line, lit: [], sum: 0, counters: shown(), ms: lead }
    let { lit, sum } = start
    const others = line.parts.map(({ pieces, points }): FinaleStep => {
      lit = [...lit, ...pieces]
      sum += points
      if (sums.has(line.counter)) sums.set(line.counter, sums.get(line.counter)! + points)
      return { line, lit, sum, counters: shown(), ms: part }
    })
    return [start, ...others]
  })
  return steps.map((step, i) => (i === steps.length - 1 ? { ...step, ms: step.ms + HOLD } : step))
}

/** The pieces of the winners that hop at the end, and how many ms each waits: those of each winner's first line. */
export function hopsOf(scene: Scene, winners: readonly number[]): Map<string, number> {
  const first = winners.flatMap((winner) => scene.score.find(({ seat }) => seat === winner) ?? [])
  const all = scene.score.filter(({ seat, counter }) => seat === null && counter !== '' && winners.length > 0)
  const pieces = [...first, ...all].flatMap(({ parts }) => parts.flatMap((part) => part.pieces))
  const gap = Math.min(HOP_GAP, MOST_HOP_GAPS / Math.max(1, pieces.length - 1))
  return new Map(pieces.map((piece, i) => [piece, Math.round(i * gap)]))
}

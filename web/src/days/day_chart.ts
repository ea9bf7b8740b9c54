/** Where the results of a day stand in a picture: a dot for each person, in columns over the lead. */
import type { Achieved, DayResult } from '../protocol'
import { meanOf } from './day_text'

export const HEIGHT = 168 // with one row of names
export const BASE = 128 // where the dots stand
const [MARGIN, TOP] = [24, 34]
const COLUMN = 12.5 // from one column to the next, at least
const MAX_STEP = 13 // from one dot to the next above it

export interface Dot {
  x: number
  y: number
}

export interface Chart {
  top: number // of what is drawn
  radius: number
  others: Dot[]
  own: Dot | null
  levels: { x: number; row: number; name: string }[] // row: 0 .. 4, so that names do not lie on each other
  zero: number | null // where the lead is 0
}

/** The value that is drawn: the lead, or the utility where the game counts nothing. */
export function valueOf(achieved: Achieved, points: string): number {
  return points === '' ? achieved.utility : achieved.lead
}

/** `wide`: of the picture, px */
export function chartOf({ own, others, levels, points }: DayResult, wide: number): Chart {
  const value = (achieved: Achieved) => valueOf(achieved, points)
  const means = levels.map(({ runs, strength }) => ({ at: value(meanOf(runs)), name: strength }))
  const all = [...others.map(value), ...(own ? [value(own)] : []), ...means.map(({ at }) => at)]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const span = Math.max(high - low, points === '' ? 2 : 4)
  const from = (low + high - span) / 2
  const most = Math.max(8, Math.floor((wide - 2 * MARGIN) / COLUMN)) // columns
  const place = (at: number) => MARGIN + ((at - from) / span) * (wide - 2 * MARGIN)
  const width = span / most
  const column = (at: number) => (span > most ? from + (Math.floor((at - from) / width) + 0.5) * width : at)

  const heights = new Map<number, number>()
  const tallest = Math.max(1, ...[...counts([...others.map(value), ...(own ? [value(own)] : [])].map(column)).values()])
  const step = Math.min(MAX_STEP, (BASE - TOP) / tallest)
  const stacked = (at: number): Dot => {
    const height = heights.get(column(at)) ?? 0
    heights.set(column(at), height + 1)
    return { x: place(column(at)), y: BASE - (height + 0.5) * step }
  }
  const dots = others.map((other) => stacked(value(other)))
  const me = own ? stacked(value(own)) : null
  return {
    top: Math.min(BASE - 60, ...dots.map(({ y }) => y - 12), (me?.y ?? BASE) - 36),
    radius: Math.min(step, COLUMN) * 0.42,
    others: dots,
    own: me,
    levels: rows(means.map(({ at, name }) => ({ x: Math.min(Math.max(place(at), 30), wide - 30), name }))),
    zero: points !== '' && from <= 0 && from + span >= 0 ? place(0) : null,
  }
}

function counts(values: readonly number[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1)
  return found
}

/** Names beside each other in as few rows as they need. */
function rows(names: readonly { x: number; name: string }[]): Chart['levels'] {
  const ends: number[] = []
  return [...names]
    .sort((one, other) => one.x - other.x)
    .map(({ x, name }) => {
      const half = 4.2 * name.length
      const free = ends.findIndex((end) => end < x - half)
      const row = free === -1 ? ends.length : free
      ends[row] = x + half + 8
      return { x, name, row: Math.min(row, 4) }
    })
}

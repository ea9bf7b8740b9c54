/** The figures of the status page as people read them. */

const UNITS = [
  [86400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** Seconds as the two largest units: 93784 -> "1 day 2 hours". */
export function durationText(seconds: number): string {
  let rest = Math.max(0, Math.floor(seconds))
  const parts: string[] = []
  for (const [size, name] of UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`)
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.join(' ') || '0 seconds'
}

/** 0.4 -> "0.4 ms", 12.34 -> "12 ms", 2400 -> "2.4 s", null -> "–". */
export function waitText(ms: number | null): string {
  if (ms === null) return '–'
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}

/** 0.34 -> "0.3", 12.4 -> "12", 12345 -> "12,345" in English. */
export function amount(count: number): string {
  return count.toLocaleString(undefined, { maximumFractionDigits: count > 0 && count < 10 ? 1 : 0 })
}

/** A line through values, the newest at the right, as points of an SVG polyline. The lowest stands for 0. */
export function curve(values: readonly number[], most: number, width: number, height: number): string {
  const top = Math.max(1, ...values)
  const step = width / Math.max(1, most - 1)
  const left = width - (values.length - 1) * step
  return values.map((value, i) => `${round(left + i * step)},${round(height - (value / top) * height)}`).join(' ')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

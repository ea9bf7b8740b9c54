/** Where things are on the board, in squares; y grows downwards and (x, y) is always a centre. */

export interface Point {
  x: number
  y: number
}

export interface Rect {
  id: string
  x: number
  y: number
  width: number
  height: number
}

export type Direction = 'left' | 'right' | 'up' | 'down'

export const ARROWS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

const AHEAD: Record<Direction, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }

/** How much a step sideways costs, in steps ahead, so that arrows keep to their row or column. */
const SIDEWAYS = 2.5
const ACROSS = 0.01 // cost of being off the middle, so that of several boxes straight ahead the middle one wins

/** The id of the nearest box in a direction from `from`, or null at the edge. */
export function neighbour(boxes: readonly Rect[], from: Rect, direction: Direction): string | null {
  const [dx, dy] = AHEAD[direction]
  let best: string | null = null
  let least = Infinity
  for (const box of boxes) {
    if (box.id === from.id) continue
    const ahead = (box.x - from.x) * dx + (box.y - from.y) * dy
    // A box that overlaps sideways counts as straight ahead: a wide slot is below everything above it.
    const reach = dx === 0 ? (box.width + from.width) / 2 - 1 : (box.height + from.height) / 2 - 1
    const across = Math.abs((box.x - from.x) * dy + (box.y - from.y) * dx)
    const aside = Math.max(0, across - Math.max(0, reach))
    if (ahead <= 0.05 || aside > ahead * SIDEWAYS) continue
    const distance = ahead + aside * SIDEWAYS + across * ACROSS
    if (distance < least - 1e-9) {
      least = distance
      best = box.id
    }
  }
  return best
}

/** The id of the topmost box that holds a point (later boxes lie over earlier ones), or null. */
export function boxAt(boxes: readonly Rect[], x: number, y: number): string | null {
  for (let i = boxes.length - 1; i >= 0; i--) {
    const box = boxes[i]!
    if (Math.abs(x - box.x) <= box.width / 2 && Math.abs(y - box.y) <= box.height / 2) return box.id
  }
  return null
}

/** The style attribute that puts an element over a box of the picture, in percent of the scene's size. */
export function placed(box: Rect, width: number, height: number): string {
  const percent = (value: number, whole: number) => `${+((100 * value) / whole).toFixed(4)}%`
  return [
    `left:${percent(box.x - box.width / 2, width)}`,
    `top:${percent(box.y - box.height / 2, height)}`,
    `width:${percent(box.width, width)}`,
    `height:${percent(box.height, height)}`,
  ].join(';')
}

const EDGE = 0.045 // squares from the edge of a spot to its rim

/** The attributes of a slightly smaller rectangle: marks lie within what they mark. */
export function inset({ x, y, width, height }: Omit<Rect, 'id'>) {
  return {
    x: x - width / 2 + EDGE,
    y: y - height / 2 + EDGE,
    width: width - 2 * EDGE,
    height: height - 2 * EDGE,
    rx: 0.085,
  }
}

/** Whether a spot has six sides, with a point on top: its style says so (Spot in core/scene.py). */
export function sixSided({ style }: { style: string }): boolean {
  return style.split(' ').includes('hex')
}

/** The outline of a spot as a path, `edge` squares inside of it: a box with round corners, or six sides. */
export function outline(spot: Omit<Rect, 'id'> & { style: string }, edge = EDGE, round = 0.085): string {
  const { x, y } = spot
  const [w, h] = [spot.width / 2 - edge, spot.height / 2 - edge]
  if (sixSided(spot))
    return `M${x} ${y - h}L${x + w} ${y - h / 2}V${y + h / 2}L${x} ${y + h}L${x - w} ${y + h / 2}V${y - h / 2}Z`
  const corner = (toX: number, toY: number) => `A${round} ${round} 0 0 1 ${toX} ${toY}`
  // prettier-ignore
  return [
    `M${x - w + round} ${y - h}H${x + w - round}`, corner(x + w, y - h + round),
    `V${y + h - round}`, corner(x + w - round, y + h),
    `H${x - w + round}`, corner(x - w, y + h - round),
    `V${y - h + round}`, corner(x - w + round, y - h), 'Z',
  ].join('')
}

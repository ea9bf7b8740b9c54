/** Labels on the board are enlarged to be legible, as far as there is room. */
import type { Label, Scene } from '../protocol'

const MIN_LETTER_SIZE = 11 // px: smaller letters are hard to read
const SAFE_GROWTH = 1.12 // times its drawn size: so much room there is around any label
const MAX_GROWTH = 1.35 // the same, with nothing near
const LETTER_WIDTH = 0.62 // mean width of a letter, in its size, in the widest fonts that are used
const LINE_HEIGHT = 1.1 // height of a line, in the size of its letters

/** The size of a label's letters. `unit`: a pixel, in squares. */
export function labelSize(label: Label, scene: Scene, unit: number): number {
  const wanted = MIN_LETTER_SIZE * unit
  if (label.size >= wanted) return label.size
  return Math.min(wanted, label.size * Math.max(SAFE_GROWTH, Math.min(MAX_GROWTH, maxGrowth(label, scene))))
}

/** The height of letters on a piece, in squares, as in core/picture.py. */
export function letterSize(letters: string): number {
  return Math.min(0.42, 0.8 / (0.6 * letters.length))
}

const half = ({ text, size }: Label) => (LETTER_WIDTH * size * text.length) / 2

/** How many times its size a label can grow before it reaches an edge, of the scene or of what it lies in, or another label. */
function maxGrowth(label: Label, { width, zones, spots, labels }: Scene): number {
  const edges = [...zones, ...spots].filter(
    (box) => box.width > 0 && Math.abs(label.x - box.x) < box.width / 2 && Math.abs(label.y - box.y) < box.height / 2,
  )
  const aside = edges.map((box) => box.width / 2 - Math.abs(label.x - box.x))
  const found = [label.x, width - label.x, ...aside].map((space) => space / half(label))
  for (const other of labels) {
    if (other.id === label.id) continue
    const [wide, high] = [half(label) + half(other), (LINE_HEIGHT * (label.size + other.size)) / 2]
    // both grow: they meet if they are near in both directions
    found.push(Math.max(Math.abs(other.x - label.x) / wide, Math.abs(other.y - label.y) / high))
  }
  return Math.min(...found)
}

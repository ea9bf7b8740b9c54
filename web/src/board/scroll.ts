/** How far the window scrolls to show what can be clicked. */

/** From top to bottom, in px of the window. */
export interface Extent {
  top: number
  bottom: number
}

const SIGHT_MARGIN = 10 // px around what is shown

/**
 * How far to scroll so that all targets are in view, 0 if they are: with all that may become a target where that fits,
 * too. If they do not all fit, to the nearest place from where the most of them can be seen: their
 * middles, where fingers go, rather than the whole of fewer.
 */
export function scrollDistance(targets: readonly Extent[], possible: readonly Extent[], view: Extent): number {
  for (const wanted of [[...targets, ...possible], targets]) {
    const top = Math.min(...wanted.map((target) => target.top)) - SIGHT_MARGIN
    const bottom = Math.max(...wanted.map((target) => target.bottom)) + SIGHT_MARGIN
    if (bottom - top > view.bottom - view.top) continue
    return top < view.top ? top - view.top : Math.max(0, bottom - view.bottom)
  }
  const middles = targets.map(({ top, bottom }) => ({ top: (top + bottom) / 2, bottom: (top + bottom) / 2 }))
  const count = (all: readonly Extent[], way: number) =>
    all.filter(({ top, bottom }) => top - way >= view.top && bottom - way <= view.bottom).length
  const ways = [...targets, ...middles].flatMap(({ top, bottom }) => [
    top - SIGHT_MARGIN - view.top,
    bottom + SIGHT_MARGIN - view.bottom,
  ])
  const found = [0, ...ways].map((way) => ({ way, seen: count(middles, way), whole: count(targets, way) }))
  const order = (one: (typeof found)[0], other: (typeof found)[0]) =>
    other.seen - one.seen || other.whole - one.whole || Math.abs(one.way) - Math.abs(other.way)
  return found.sort(order)[0]!.way
}

/** The element whose centre is nearest to the centre of a box. */
export function nearest<E extends Element>(box: DOMRect, elements: E[]): E | undefined {
  const away = (element: E) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return Math.hypot(x + width / 2 - box.x - box.width / 2, y + height / 2 - box.y - box.height / 2)
  }
  return elements.toSorted((one, other) => away(one) - away(other))[0]
}

/** How far the window scrolls to show what can be clicked. */

/** From top to bottom, in px of the window. */
export interface Extent {
  top: number
  bottom: number
}

const SIGHT_MARGIN = 10 // px around what is shown

/**
 * How far to scroll so that all targets are in view, 0 if they are; `zones` has the targets of each zone. If they do not
 * all fit, the zone with the most counts; if even that does not fit, its top.
 */
export function scrollDistance(zones: readonly Extent[][], view: Extent): number {
  const most = [...zones].sort((a, b) => b.length - a.length)[0] ?? []
  for (const targets of [zones.flat(), most]) {
    if (targets.length === 0) return 0
    const top = Math.min(...targets.map((target) => target.top)) - SIGHT_MARGIN
    const bottom = Math.max(...targets.map((target) => target.bottom)) + SIGHT_MARGIN
    if (bottom - top > view.bottom - view.top) continue
    return top < view.top ? top - view.top : Math.max(0, bottom - view.bottom)
  }
  const inside = most.some((target) => target.top >= view.top && target.bottom <= view.bottom)
  return inside ? 0 : Math.min(...most.map((target) => target.top)) - SIGHT_MARGIN - view.top
}

/** The element whose centre is nearest to the centre of a box. */
export function nearest<E extends Element>(box: DOMRect, elements: E[]): E | undefined {
  const away = (element: E) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return Math.hypot(x + width / 2 - box.x - box.width / 2, y + height / 2 - box.y - box.height / 2)
  }
  return elements.toSorted((one, other) => away(one) - away(other))[0]
}

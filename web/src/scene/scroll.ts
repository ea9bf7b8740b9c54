/** What must be clicked comes into sight: how far the window scrolls for it. */

/** From top to bottom, in px of the window. */
export interface Extent {
  top: number
  bottom: number
}

const SIGHT_MARGIN = 10 // px around what is brought into sight

/**
 * How far to scroll so that the targets are in view, given for each zone where its targets are; 0 when they are. Where
 * all of them do not fit it is the zone with the most; where not even these fit, their beginning.
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

/** Of these elements, the one whose middle is nearest to the middle of a box. */
export function nearest<E extends Element>(box: DOMRect, elements: E[]): E | undefined {
  const away = (element: E) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return Math.hypot(x + width / 2 - box.x - box.width / 2, y + height / 2 - box.y - box.height / 2)
  }
  return elements.toSorted((one, other) => away(one) - away(other))[0]
}

/** Moves the focus to the heading of each new page but the first, which browsers announce themselves. */
import { router } from './router.svelte'

let arrived = 0 // the visit whose heading has been focused

/** For the heading of a page: a screen reader says where the user is, and Tab continues from there. */
export function focusHeading(heading: HTMLElement): void {
  if (router.visits === arrived) return
  arrived = router.visits
  if (document.activeElement !== document.body && document.activeElement !== null) return // the user was faster
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** What comes next is a page of its own for whoever uses it, though its address stays. */
export function expectHeading(): void {
  arrived = -1
}

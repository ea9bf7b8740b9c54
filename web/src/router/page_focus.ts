/** The focus goes where the person has gone: to the heading of each page but the first, which browsers announce. */
import { router } from './router.svelte'

let arrived = 0 // the visit whose heading has had the focus

/** For the heading of a page: a screen reader says where one is, and Tab goes on from there. */
export function focusHeading(heading: HTMLElement): void {
  if (router.visits === arrived) return
  arrived = router.visits
  if (document.activeElement !== document.body && document.activeElement !== null) return // somebody was faster
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

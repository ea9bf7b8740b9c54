/** Whether the user prefers reduced motion. */
import { media } from './media'

export const reducedMotion = media('(prefers-reduced-motion: reduce)')

/** For scrolling that the page does by itself. */
export function scrollBehavior(): ScrollBehavior {
  return reducedMotion.matches ? 'auto' : 'smooth'
}

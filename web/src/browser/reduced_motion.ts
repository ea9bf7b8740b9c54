/** Whether the user prefers reduced motion. */
export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

/** For scrolling that the page does by itself. */
export function scrollBehavior(): ScrollBehavior {
  return reducedMotion.matches ? 'auto' : 'smooth'
}

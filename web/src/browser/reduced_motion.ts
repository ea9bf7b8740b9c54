/** Whether motion is unwelcome to who looks. */
export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

/** How the window scrolls by itself. */
export function scrollBehavior(): ScrollBehavior {
  return reducedMotion.matches ? 'auto' : 'smooth'
}

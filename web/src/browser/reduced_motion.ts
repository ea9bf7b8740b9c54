/** Whether motion is unwelcome to who looks. */
export const stillness = matchMedia('(prefers-reduced-motion: reduce)')

/** How the window scrolls by itself. */
export function scrolling(): ScrollBehavior {
  return stillness.matches ? 'auto' : 'smooth'
}

/** Says why the page does not start where it does not: it would be empty. This runs before all else. */

function failed({ message }: ErrorEvent): void {
  const words = document.createElement('p')
  words.className = 'late'
  words.setAttribute('role', 'alert')
  words.textContent = `Rookery cannot start in this browser: ${message}`
  document.getElementById('app')?.replaceChildren(words)
}

addEventListener('error', failed)

/** From now on the page can speak for itself. */
export function started(): void {
  removeEventListener('error', failed)
}

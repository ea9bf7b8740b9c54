/** A page may outlive an update of the server, and would not understand it: it is loaded again when the line is back. */
const SCRIPT = /<script type="module"[^>]* src="([^"]+)"/

/** Whether the server has another page by now. `own`: the script of this one, whose name holds a hash of what it says. */
export async function outdated(own = document.querySelector('script[type=module]')?.getAttribute('src') ?? ''): Promise<boolean> {
  if (own === '') return false
  try {
    const response = await fetch('/', { cache: 'no-store' })
    const theirs = response.ok ? SCRIPT.exec(await response.text())?.[1] : undefined
    return theirs !== undefined && theirs !== own
  } catch {
    return false // the line is down again
  }
}

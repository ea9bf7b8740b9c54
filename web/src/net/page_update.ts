/** A page may outlive an update of the server, and would not understand it: it is loaded again when the line is back. */
const SCRIPT = /<script type="module"[^>]* src="([^"]+)"/
const ANSWERS_NEEDED = 3 // of several processes any may answer, and an update reaches one after the other

/** ms for which a page stays at least, and until it is asked again: it never goes to and fro between two versions. */
export const RELOAD_QUIET = 60_000

/** Whether the server has another page by now, and nothing but that one. `own`: the script of this one, whose name holds
 * a hash of what it says; `age`: ms since it was loaded. */
export async function outdated(
  own = document.querySelector('script[type=module]')?.getAttribute('src') ?? '',
  age = performance.now(),
): Promise<'no' | 'yes' | 'ask later'> {
  if (own === '') return 'no'
  const first = await newest()
  for (let i = 1; i < ANSWERS_NEEDED; i++) if ((await newest()) !== first) return 'ask later'
  if (first === own) return 'no'
  return first !== undefined && age >= RELOAD_QUIET ? 'yes' : 'ask later'
}

/** The script of the page that the server has; undefined when it does not say so now. */
async function newest(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    return response.ok ? SCRIPT.exec(await response.text())?.[1] : undefined
  } catch {
    return undefined
  }
}

/** A page may outlive an update of the server, and would not understand it: it reloads when it is connected again. */
import { endingAfter } from '../waits/wait'

const SCRIPT = /<script type="module"[^>]* src="([^"]+)"/
const ANSWERS_NEEDED = 3 // any of several processes may answer, and an update reaches them one by one

/** ms before a page may reload, and between two questions: it must not alternate between two versions. */
export const RELOAD_QUIET = 60_000

/** Whether the server now has another page, on all its processes. `own`: the script of this page, whose name holds a
 * hash of its content; `age`: ms since it was loaded. */
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

/** The script of the server's page; undefined when the server does not answer. */
async function newest(): Promise<string | undefined> {
  try {
    return await endingAfter('poll', async (signal) => {
      const response = await fetch('/', { cache: 'no-store', signal })
      return response.ok ? SCRIPT.exec(await response.text())?.[1] : undefined
    })
  } catch {
    return undefined
  }
}

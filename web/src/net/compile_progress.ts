/** How much of a game's bots is compiled, on a server that has just been installed. */
import { poll } from './poll'
import { compileProgress } from './api'

const COMPILE_POLL = 1000 // ms

export const NOT_READY = 'The bots of this game are still getting ready. Until then they make quick moves.'

/** Tells how much is compiled, 0 .. 1, until it is all. Returns a function that ends it. If the server is away, others say so. */
export function pollCompileProgress(slug: string, tell: (done: number) => void): () => void {
  return poll(
    compileProgress,
    (games) => {
      const done = games[slug] ?? 1
      tell(done)
      return done < 1 ? COMPILE_POLL : undefined
    },
    () => COMPILE_POLL,
  )
}

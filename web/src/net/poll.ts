/**
 * Asks, and asks again so many ms after each answer as `heard` or `failed` returns, until they return nothing. Ends with
 * what it returns: from then on nothing is heard, not even the answer to what was asked before.
 */
export function poll<T>(
  ask: () => Promise<T>,
  heard: (answer: T) => number | void,
  failed: (error: Error) => number | void,
): () => void {
  let ended = false
  let timer: ReturnType<typeof setTimeout>
  const after = (pause: number | void) => {
    if (!ended && pause !== undefined) timer = setTimeout(round, pause)
  }
  const round = () =>
    void ask().then(
      (answer) => ended || after(heard(answer)),
      (error: Error) => ended || after(failed(error)),
    )
  round()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

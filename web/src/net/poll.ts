/**
 * Asks, and asks again after each answer: `heard` and `failed` return after how many ms, or nothing to stop. Returns a
 * function that ends it: from then on neither is called, not even with the answer to a question that is under way.
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

/** What the page waits for longer than it should, to show. */
import { untrack } from 'svelte'
import type { Limit } from './limits'
import { Wait } from './wait'

class Doubts {
  all = $state.raw<readonly { words: string }[]>([])
  words: readonly string[] = $derived([...new Set(this.all.map(({ words }) => words))])

  /** Says a sentence until the returned function is called. */
  say(words: string): () => void {
    const doubt = { words }
    const change = (all: (before: typeof this.all) => typeof this.all) => untrack(() => (this.all = all(this.all)))
    change((all) => [...all, doubt]) // an effect that says something does not depend on what others say
    return () => change((all) => all.filter((other) => other !== doubt))
  }

  /** The same after some time, if the result has not come yet. */
  async during<T>(limit: Limit, words: string, result: Promise<T>): Promise<T> {
    let withdraw = () => {}
    const wait = new Wait(() => (withdraw = this.say(words)))
    wait.begin(limit)
    try {
      return await result
    } finally {
      wait.end()
      withdraw()
    }
  }
}

export const doubts = new Doubts()

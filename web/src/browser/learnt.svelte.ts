/** The lessons that were done in this browser. */
import { read, write } from './storage'

const LEARNT_KEY = 'rookery.learnt' // by slug: the ids of lessons

class Learnt {
  #done = $state.raw<Record<string, string[]>>(read(LEARNT_KEY, {}))

  /** Nothing was done yet. */
  get nothing(): boolean {
    return Object.keys(this.#done).length === 0
  }

  has(slug: string, lesson: string): boolean {
    return this.all(slug).includes(lesson)
  }

  /** The ids of those of a game, in the order in which they were done. */
  all(slug: string): readonly string[] {
    return this.#done[slug] ?? []
  }

  /** How many lessons of a game were done. */
  count(slug: string): number {
    return this.all(slug).length
  }

  add(slug: string, lesson: string): void {
    if (this.has(slug, lesson)) return
    this.#done = { ...this.#done, [slug]: [...this.all(slug), lesson] }
    write(LEARNT_KEY, this.#done)
  }
}

export const learnt = new Learnt()

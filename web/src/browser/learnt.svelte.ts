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
    return this.#done[slug]?.includes(lesson) ?? false
  }

  /** How many lessons of a game were done. */
  count(slug: string): number {
    return this.#done[slug]?.length ?? 0
  }

  add(slug: string, lesson: string): void {
    if (this.has(slug, lesson)) return
    this.#done = { ...this.#done, [slug]: [...(this.#done[slug] ?? []), lesson] }
    write(LEARNT_KEY, this.#done)
  }
}

export const learnt = new Learnt()

/** For which games this browser shows what matters now: those of which no game was finished here, or as chosen. */
import { finished, tables } from './saved_tables'
import { read, write } from './storage'

const GUIDE_KEY = 'rookery.guide' // by slug, where it was chosen

class GuideChoice {
  #chosen = $state.raw<Record<string, boolean>>(read(GUIDE_KEY, {}))

  on(slug: string): boolean {
    return this.#chosen[slug] ?? !tables().some((table) => table.slug === slug && finished(table))
  }

  set(slug: string, on: boolean): void {
    this.#chosen = { ...this.#chosen, [slug]: on }
    write(GUIDE_KEY, this.#chosen)
  }
}

export const guideChoice = new GuideChoice()

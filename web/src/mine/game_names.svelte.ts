/** The names of all games, by slug; until they are known, the slugs themselves. */
import { onMount } from 'svelte'
import { games } from '../net/api'

export class GameNames {
  #names = $state.raw(new Map<string, string>())

  /** To be made while a component is set up. */
  constructor() {
    onMount(() => {
      games().then(
        (cards) => (this.#names = new Map(cards.map(({ slug, name }) => [slug, name]))),
        () => {}, // the slugs must do
      )
    })
  }

  of(slug: string): string {
    return this.#names.get(slug) ?? slug
  }
}

/** Light or dark: as the system has it, until the user chooses otherwise. */
import { systemIsDark } from './media_state.svelte'
import { read, write } from './storage'

const THEME_KEY = 'rookery.theme'

export type Colours = 'light' | 'dark'

class Theme {
  chosen = $state<Colours | null>(read(THEME_KEY, null)) // null: as the system has it
  isDark = $derived((this.chosen ?? (systemIsDark.matches ? 'dark' : 'light')) === 'dark')

  constructor() {
    this.#apply()
  }

  toggle(): void {
    const wanted = this.isDark ? 'light' : 'dark'
    // The same as the system's: follow the system again.
    this.choose((wanted === 'dark') === systemIsDark.matches ? null : wanted)
  }

  choose(colours: Colours | null): void {
    this.chosen = colours
    write(THEME_KEY, colours)
    this.#apply()
  }

  #apply(): void {
    document.documentElement.style.colorScheme = this.chosen ?? ''
  }
}

export const theme = new Theme()

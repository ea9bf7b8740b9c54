/** Light or dark: as the system has it, until the user chooses otherwise. */
import { media } from './media'
import { read, write } from './storage'

const THEME_KEY = 'rookery.theme'
const dark = media('(prefers-color-scheme: dark)')

class Theme {
  chosen = $state<'light' | 'dark' | null>(read(THEME_KEY, null))
  #system = $state(dark.matches)
  isDark = $derived((this.chosen ?? (this.#system ? 'dark' : 'light')) === 'dark')

  constructor() {
    dark.addEventListener('change', () => (this.#system = dark.matches))
    this.#apply()
  }

  toggle(): void {
    const wanted = this.isDark ? 'light' : 'dark'
    // The same as the system's: follow the system again.
    this.chosen = (wanted === 'dark') === this.#system ? null : wanted
    write(THEME_KEY, this.chosen)
    this.#apply()
  }

  #apply(): void {
    document.documentElement.style.colorScheme = this.chosen ?? ''
  }
}

export const theme = new Theme()

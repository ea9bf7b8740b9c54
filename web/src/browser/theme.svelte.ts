/** Light or dark, and the look of boards and pieces: as the system has it, until the user chooses otherwise. */
import { systemIsDark, systemWantsContrast } from './media_state.svelte'
import { read, write } from './storage'

const THEME_KEY = 'rookery.theme'
const LOOK_KEY = 'rookery.look'

export type Colours = 'light' | 'dark'

/** Looks that the drawings of games know, as CSS classes of the whole page: .look-distinct and so on. */
export const LOOKS = ['drawn', 'distinct', 'quiet', 'contrast'] as const
export type BoardLook = (typeof LOOKS)[number]

class Theme {
  chosen = $state<Colours | null>(read(THEME_KEY, null)) // null: as the system has it
  look = $state<BoardLook>(keptLook())
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

  chooseLook(look: BoardLook): void {
    this.look = look
    write(LOOK_KEY, look)
    this.#apply()
  }

  #apply(): void {
    const { style, classList } = document.documentElement
    style.colorScheme = this.chosen ?? ''
    for (const look of LOOKS) classList.toggle(`look-${look}`, look === this.look)
  }
}

function keptLook(): BoardLook {
  const kept = read<unknown>(LOOK_KEY, null)
  return LOOKS.find((look) => look === kept) ?? (systemWantsContrast.matches ? 'contrast' : 'drawn')
}

export const theme = new Theme()

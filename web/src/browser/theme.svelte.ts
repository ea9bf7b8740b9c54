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
  #chosenLook = $state<BoardLook | null>(keptLook()) // null: as the system has it
  look = $derived<BoardLook>(this.#chosenLook ?? systemLook())
  isDark = $derived((this.chosen ?? (systemIsDark.matches ? 'dark' : 'light')) === 'dark')

  constructor() {
    this.#apply()
    $effect.root(() => {
      $effect.pre(() => {
        for (const look of LOOKS) document.documentElement.classList.toggle(`look-${look}`, look === this.look)
      })
    })
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
    this.#chosenLook = look === systemLook() ? null : look
    write(LOOK_KEY, this.#chosenLook)
  }

  #apply(): void {
    document.documentElement.style.colorScheme = this.chosen ?? ''
  }
}

const systemLook = (): BoardLook => (systemWantsContrast.matches ? 'contrast' : 'drawn')

function keptLook(): BoardLook | null {
  const kept = read<unknown>(LOOK_KEY, null)
  return LOOKS.find((look) => look === kept) ?? null
}

export const theme = new Theme()

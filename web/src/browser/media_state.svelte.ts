/** What the window is like, as a state that changes with it. */
import { media } from './media'

class MediaState {
  matches = $state(false)

  constructor(query: string) {
    const found = media(query)
    this.matches = found.matches
    found.addEventListener('change', () => (this.matches = found.matches))
  }
}

export const systemIsDark = new MediaState('(prefers-color-scheme: dark)')
export const systemWantsContrast = new MediaState('(prefers-contrast: more)')

/** A window too narrow for words in the header. */
export const isNarrow = new MediaState('(max-width: 760px)')

/** A phone that lies: a board takes all of its height. */
export const isLow = new MediaState('(max-height: 520px) and (orientation: landscape)')

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

/** A phone that is held upright, or a window like it. */
export const isUpright = new MediaState('(max-width: 700px) and (orientation: portrait)')

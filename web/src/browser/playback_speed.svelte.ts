/** How fast the moves of other players are shown, as chosen in this browser. */
import { read, write } from './storage'

export const SPEEDS = ['slow', 'normal', 'fast'] as const
export type Speed = (typeof SPEEDS)[number]

const SPEED_KEY = 'rookery.speed'

class PlaybackSpeed {
  chosen = $state<Speed>(kept())

  set(speed: Speed): void {
    this.chosen = speed
    write(SPEED_KEY, speed)
  }
}

export const playbackSpeed = new PlaybackSpeed()

function kept(): Speed {
  const speed = read<Speed>(SPEED_KEY, 'normal')
  return SPEEDS.includes(speed) ? speed : 'normal'
}

/** The sounds of the board: on until somebody turns them off, and never before the first touch. */
import { read, write } from '../browser/storage'
import { Synthesiser, type Recipe } from './synthesiser'

/** What a game sounds like, by the names of core/sounds.py. */
export type GameSounds = readonly (readonly [name: string, recipe: Recipe])[]

const SOUND_KEY = 'rookery.sound'
const BUZZ_KEY = 'rookery.buzz'
const BUZZ = 12 // ms
const TOUCHES = ['pointerdown', 'pointerup', 'touchend', 'click', 'keydown'] // browsers differ in which of them count
const TOO_LATE = 1000 // ms: a chime that could not sound before says nothing any more

class Sounds {
  on = $state(read(SOUND_KEY, true))
  buzzes = $state(read(BUZZ_KEY, true))
  #synthesiser = new Synthesiser()

  constructor() {
    const wake = () => void (this.on && this.#synthesiser.wake())
    for (const touch of TOUCHES) addEventListener(touch, wake, { capture: true, passive: true })
  }

  set(on: boolean): void {
    this.on = on
    write(SOUND_KEY, on)
    if (on) void this.#synthesiser.wake()
  }

  setBuzz(on: boolean): void {
    this.buzzes = on
    write(BUZZ_KEY, on)
  }

  /** Plays the sound of a game, unless sounds are off, or nobody looks. */
  play(game: GameSounds, name: string): void {
    const recipe = game.find(([one]) => one === name)?.[1]
    if (this.on && recipe && !document.hidden) this.#synthesiser.play(recipe)
  }

  /** Plays what somebody has asked for, whether the sounds of boards are on or not. */
  ring(recipe: Recipe): void {
    const asked = performance.now()
    void this.#synthesiser.wake().then(() => {
      if (performance.now() - asked < TOO_LATE) this.#synthesiser.play(recipe)
    })
  }

  /** A phone is felt for an instant. */
  buzz(): void {
    try {
      if (this.buzzes && canBuzz()) navigator.vibrate(BUZZ)
    } catch {
      // Forbidden: the move is seen.
    }
  }
}

export function canBuzz(): boolean {
  return 'vibrate' in navigator
}

export const sounds = new Sounds()

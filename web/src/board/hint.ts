/** A hint in two steps: where to look, then the move. */
import type { Choice, Scene } from '../protocol'
import { capital } from '../text/english'
import { spotText } from '../text/move_text'

export interface Hint {
  words: string // without a full stop; "": none was given
  spots: readonly string[] // that it speaks of, to be marked on the board
}

const NONE: Hint = { words: '', spots: [] }

/** `given`: 0 none, 1 where to look, 2 the move. Which way round a piece goes is no place to look at. */
export function hintOf(scene: Scene | undefined, choice: Choice | undefined, given: number): Hint {
  if (!scene || !choice || given === 0) return NONE
  if (given > 1) return { words: capital(choice.words), spots: choice.path }
  const place = choice.path.find((spot) => !scene.poses.some(({ id }) => id === spot)) ?? ''
  return { words: `Look here: ${spotText(scene, place)}`, spots: [place] }
}

/** What the button for the next step says. */
export function nextHint(given: number): string {
  return given === 0 ? 'Hint' : 'Show the move'
}

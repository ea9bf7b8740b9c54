/** Scenes as this screen shows them. */
import type { Moment, Scene } from '../protocol'
import type { ShownMoment } from '../state'
import { media } from '../browser/media'
import { NARROW, narrowed } from './layout'

export const narrowScreen = media(NARROW)

export function arranged(scene: Scene): Scene {
  return narrowScreen.matches ? narrowed(scene) : scene
}

export function arrangedMoment(moment: ShownMoment): ShownMoment {
  return { ...moment, scene: arranged(moment.scene) }
}

/** A position that came with its picture. */
export function pictured(moment: Moment): ShownMoment {
  if (!moment.scene) throw new Error('This position has no picture.')
  return { ...moment, scene: moment.scene }
}

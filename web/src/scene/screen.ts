/** Scenes as this screen shows them. */
import type { Moment, Scene } from '../protocol'
import { media } from '../browser/media'
import { NARROW, narrowed } from './layout'

export const narrowScreen = media(NARROW)

export function arranged(scene: Scene): Scene {
  return narrowScreen.matches ? narrowed(scene) : scene
}

export function arrangedMoment(moment: Moment): Moment {
  return { ...moment, scene: arranged(moment.scene) }
}

/** Scenes as this screen shows them. */
import type { Scene } from '../protocol'
import type { ShownMoment } from '../state'
import { media } from '../browser/media'
import { NARROW, narrowed } from '../scene/layout'

export const narrowScreen = media(NARROW)

function arranged(scene: Scene): Scene {
  return narrowScreen.matches ? narrowed(scene) : scene
}

function arrangedThen(then: Scene | Promise<Scene>): Scene | Promise<Scene> {
  return then instanceof Promise ? then.then(arranged) : arranged(then)
}

export function arrangedMoment(moment: ShownMoment): ShownMoment {
  const { scene, preview } = moment
  return { ...moment, scene: arranged(scene), preview: preview && ((action) => arrangedThen(preview(action))) }
}

/** Pictures and explanations of a view, as Position of core/position.py gives them. */
import type { ShownMoment } from '../state'
import type { DrawnScene } from './game_code'
import type { GameView } from './game_view'

/** The picture. `facing`: the seat from whose side of the table it is drawn. */
export function drawn(view: GameView, facing: number): DrawnScene {
  return view.code.scene(view, facing).lettered(view.code.shown)
}

/** What the viewer would see after a legal action, with nothing to choose. */
export function preview(view: GameView, action: number, facing: number): DrawnScene {
  return drawn(view.after(action), facing).idle()
}

/** Why a click on a spot of the scene does nothing after the clicks in `path`; "" if it does something. */
export function reason(view: GameView, scene: DrawnScene, path: readonly string[], spot: string): string {
  return scene.refusal(path, spot) ?? scene.explained(view.code.why?.(view, path, spot) ?? '', path)
}

/** What the board shows of a view. `asked`: whether the viewer is to decide there. */
export function boardOf(
  view: GameView,
  facing: number,
  asked: boolean,
): Pick<ShownMoment, 'scene' | 'motions' | 'preview' | 'explain'> {
  const whole = drawn(view, facing)
  whole.score ??= [] // the code of an older server does not tell
  return {
    scene: asked ? whole : whole.idle(),
    motions: view.code.motions,
    preview: (action) => preview(view, action, facing),
    explain: (path, spot) => reason(view, whole, path, spot),
  }
}

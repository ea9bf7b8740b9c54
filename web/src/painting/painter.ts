/** What draws and plays a game: its code in this page, or, of a game that nobody knows, in a sandbox. */
import type { BoardCard, Scene } from '../protocol'
import { drawn } from '../game/drawing'
import type { GameCode } from '../game/game_code'
import { GameView, SPECTATOR } from '../game/game_view'
import { StudyBoard } from './study_board'
import { fromBase64 } from '../game/view_runs'

/** What a picture is drawn from. */
export interface SeenView {
  view: string // bytes in base64
  viewer: number | null // a seat; null: a person who only watches
  players: number
  facing: number // the seat from whose side of the table it is drawn
}

/** What may be asked of positions that are studied; see StudyBoard. */
export const OF_POSITIONS = ['playable', 'entries', 'moments', 'draws', 'drawn', 'numbers', 'text', 'preview'] as const
export type OfPositions = (typeof OF_POSITIONS)[number]
export type Positions = { readonly card: BoardCard } & {
  [Method in OfPositions]: (...given: Parameters<StudyBoard[Method]>) => Promise<ReturnType<StudyBoard[Method]>>
}

export interface Painter {
  readonly code?: GameCode // undefined: it is in a sandbox
  readonly sounds: readonly (readonly [name: string, recipe: unknown])[]
  /** `zones`: those that are shown; none: all. */
  picture(seen: SeenView, zones?: readonly string[]): Promise<Scene>
  /** `eyes`: see StudyBoard. */
  study(card: BoardCard, eyes: number | null): Promise<Positions>
}

export class PagePainter implements Painter {
  constructor(readonly code: GameCode) {}

  get sounds(): Painter['sounds'] {
    return (this.code.sounds ?? []) as Painter['sounds']
  }

  picture({ view, viewer, players, facing }: SeenView, zones: readonly string[] = []): Promise<Scene> {
    return settled(() => {
      const scene = drawn(GameView.read(this.code, fromBase64(view), viewer ?? SPECTATOR, players), facing).idle()
      return zones.length > 0 ? scene.only(zones) : scene
    })
  }

  study(card: BoardCard, eyes: number | null): Promise<Positions> {
    return settled(() => {
      const board = new StudyBoard(card, this.code, eyes)
      const ask = board as unknown as Record<string, (...given: unknown[]) => unknown>
      const asked = OF_POSITIONS.map((method) => [
        method,
        (...given: unknown[]) => settled(() => ask[method]!(...given)),
      ])
      return { card, ...Object.fromEntries(asked) } as Positions
    })
  }
}

/** A promise of what is made at once. */
function settled<T>(make: () => T): Promise<T> {
  return new Promise((resolve) => resolve(make()))
}

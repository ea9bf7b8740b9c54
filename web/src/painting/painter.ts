/** What draws and plays a game: its code in this page, or, of a game that nobody knows, in a sandbox. */
import type { BoardCard, LessonScript, Scene } from '../protocol'
import { drawn, preview, reason } from '../game/drawing'
import type { GameCode } from '../game/game_code'
import { CHANCE, GameView, SPECTATOR } from '../game/game_view'
import { lessonAfter, type LessonState } from './lesson_session'
import { StudyBoard } from './study_board'
import { fromBase64 } from '../game/view_runs'

/** What a picture is drawn from. */
export interface SeenView {
  view: string // bytes in base64
  viewer: number | null // a seat; null: a person who only watches
  players: number
  facing: number // the seat from whose side of the table it is drawn
  decides?: boolean // the viewer is to decide there: the picture tells what can be clicked
  after?: number // an action of the viewer: the picture is that of what follows
}

/** An action as a viewer hears of it. */
export interface ToldAction {
  text: string // in notation; "?": it is secret
  words: string // ""
  spots: string[]
}

/** What may be asked of positions that are studied; see StudyBoard. */
export const OF_POSITIONS = [
  ...([
    'playable',
    'entries',
    'moments',
    'draws',
    'drawn',
    'numbers',
    'text',
    'sketch',
    'cycled',
    'preview',
    'explain',
  ] as const),
] as const
export type OfPositions = (typeof OF_POSITIONS)[number]
export type Positions = { readonly card: BoardCard } & {
  [Method in OfPositions]: (...given: Parameters<StudyBoard[Method]>) => Promise<ReturnType<StudyBoard[Method]>>
}

export interface Painter {
  readonly code?: GameCode // undefined: it is in a sandbox
  readonly sounds: readonly (readonly [name: string, recipe: unknown])[]
  /** `zones`: those that are shown; none: all. */
  picture(seen: SeenView, zones?: readonly string[]): Promise<Scene>
  /** The actions that were played one after the other from a view on; -1: a secret one. What cannot be said is null. */
  told(seen: SeenView, actions: readonly number[]): Promise<(ToldAction | null)[]>
  /** Why a click on a spot does nothing for the viewer after the clicks in `path`; "" if it does something. */
  why(seen: SeenView, path: readonly string[], spot: string): Promise<string>
  /** `eyes`: see StudyBoard. */
  study(card: BoardCard, eyes: number | null): Promise<Positions>
  /** `answers`: see lessonAfter. Rejects with a sentence. */
  lesson(script: LessonScript, answers: readonly number[]): Promise<LessonState>
}

export class PagePainter implements Painter {
  constructor(readonly code: GameCode) {}

  get sounds(): Painter['sounds'] {
    return (this.code.sounds ?? []) as Painter['sounds']
  }

  picture(seen: SeenView, zones: readonly string[] = []): Promise<Scene> {
    return settled(() => {
      const { facing, decides = false, after } = seen
      const view = this.#view(seen)
      if (after !== undefined) return preview(view, after, facing)
      const scene = decides ? drawn(view, facing) : drawn(view, facing).idle()
      return zones.length > 0 ? scene.only(zones) : scene
    })
  }

  told(seen: SeenView, actions: readonly number[]): Promise<(ToldAction | null)[]> {
    return settled(() => {
      let here: GameView | null = this.#view(seen)
      return actions.map((action) => {
        const before = here
        here = before && (action < 0 ? null : attempt(() => before.after(action)))
        return before && attempt(() => toldAction(before, action))
      })
    })
  }

  why(seen: SeenView, path: readonly string[], spot: string): Promise<string> {
    return settled(() => {
      const view = this.#view(seen)
      return reason(view, drawn(view, seen.facing), path, spot)
    })
  }

  #view({ view, viewer, players }: SeenView): GameView {
    return GameView.read(this.code, fromBase64(view), viewer ?? SPECTATOR, players)
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

  lesson(script: LessonScript, answers: readonly number[]): Promise<LessonState> {
    return settled(() => lessonAfter(script, this.code, answers))
  }
}

function toldAction(before: GameView, action: number): ToldAction {
  const { code, numbers, mover } = before
  if (action < 0) return { text: '?', words: code.secret_words?.(numbers) ?? '', spots: [] }
  const spots = mover !== null && mover !== CHANCE ? [...code.touched(before, action)] : []
  return { text: before.text(action), words: before.words(action), spots }
}

/** Null where a game does not say it, or breaks. */
function attempt<T>(make: () => T): T | null {
  try {
    return make()
  } catch {
    return null
  }
}

/** A promise of what is made at once. */
function settled<T>(make: () => T): Promise<T> {
  return new Promise((resolve) => resolve(make()))
}

/** The code of a game, lowered from its Python (src/rookery/javascript): what it draws, says and allows. */
import type { Scene } from '../protocol'
import { imported } from '../given/given_files'
import * as runtime from '../python/runtime'
import { within } from '../waits/wait'
import type { Layout, Value } from '../python/runtime'

/** A state by the names of its fields. */
export type GameState = Record<string, Value>

/** A view, as far as functions of a game read it. */
export interface SeenPosition {
  readonly numbers: GameState
  readonly states: readonly GameState[]
  readonly legal_actions: readonly number[]
  readonly mover: number | null
  readonly viewer: number | null
  readonly players: number
  readonly is_over: boolean
}

/** A scene as the game's code makes it: with the methods of core/scene.py. */
export interface DrawnScene extends Scene {
  lettered(shown: Value): DrawnScene
  idle(): DrawnScene
  only(zones: readonly string[]): DrawnScene
  refusal(path: readonly string[], spot: string): string | null
  explained(told: string, path: readonly string[]): string
}

/** What pieces of a style, or with a drawing, do of their own (core/scene.py). */
export type Motion = 'flies' | 'falls' | 'turns' | 'shakes'
export type Motions = readonly (readonly [look: string, motion: Motion])[]

/** The functions of a game, by their names in Python. Some games lack some. */
export interface GameFunctions {
  scene(view: SeenPosition, facing: number): DrawnScene
  touched(view: SeenPosition, action: number): Iterable<string>
  why?(view: SeenPosition, path: readonly string[], spot: string): string
  action_text(pos: GameState, action: number): string
  action_words(pos: GameState, action: number): string
  secret_words?(pos: GameState): string
  outcome_words(pos: GameState): string
  outcome_reason?(pos: GameState): string
  position_text(pos: GameState): string
  mover(pos: GameState): number
  legal(pos: GameState, actions: number[]): number
  play(pos: GameState, action: number): void
  weights(pos: GameState, actions: number[], count: number, out: number[]): void
  knows(pos: GameState, action: number, seat: number): boolean
  utilities(pos: GameState, out: number[]): void
  hide(pos: GameState, seat: number): void
  shown: Value // the drawings that show the text of a piece; null: all do
  sounds?: readonly (readonly [name: string, recipe: Value])[] // core/sounds.py; not of an older server
  motions?: Motions // core/scene.py; not of an older server
  most_legal: number
  action_form: [pattern: string, ignoresCase: number] // of an action in notation, in Python's spelling
}

export interface GameCode extends GameFunctions {
  layout: Layout
}

interface GameModule {
  needs: string[]
  layout: Layout
  default(given: typeof runtime): GameFunctions
}

/** The code was made for a newer or an older page. */
export class UnfitCode extends Error {}

const UNLOADED = 'The rules of the game did not load. Load the page again'
const loading = new Map<string, Promise<GameCode>>()

/** The code at an address; it is loaded once. Rejects with a sentence if it does not come, or with UnfitCode; then one
 *  may ask again. */
export function gameCode(address: string): Promise<GameCode> {
  let found = loading.get(address)
  if (!found) {
    found = within('request', UNLOADED, imported<GameModule>(address)).then(fitted, () => {
      throw new Error(UNLOADED)
    })
    found.catch(() => loading.delete(address))
    loading.set(address, found)
  }
  return found
}

/** A module with the functions that it needs. */
export function fitted(module: GameModule): GameCode {
  if (!module.needs.every((name) => name in runtime))
    throw new UnfitCode('This page and the rules of the game are of different versions. Load the page again')
  return { ...module.default(runtime), layout: module.layout }
}

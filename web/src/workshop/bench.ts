/** What the panels of the workshop show, wherever the game is made: by `rookery dev`, or in this page. */
import type { AnalysisBoard } from '../analysis/analysis_board.svelte'
import type { GameCard } from '../protocol'
import type { DevState, LawFails } from './workshop_types'

export interface Bench {
  readonly slug: string
  readonly state: DevState | null
  readonly card: GameCard | null
  readonly board: AnalysisBoard | null
  readonly failure: string // why there is no board
  readonly away: boolean // nobody answers
  readonly making: boolean // a newer edit is being opened, and takes a while
  readonly trying: boolean // the laws of the newest edit are being tried
  readonly check?: () => void // tries them; not there where that happens by itself
  readonly plays: boolean // bots play the game
  readonly fault?: LawFails | null // what went wrong on the board
  /** Another game from its beginning. Rejects with a sentence; then the board stays as it is. */
  begin(players: number): Promise<void>
  /** The position at which a law is broken. The same. */
  visit(failure: LawFails): Promise<void>
  /** The position of a text. The same. */
  setUp(text: string): Promise<void>
  /** The place of a fault comes into view; not there where the text is written elsewhere. */
  look?(fault: LawFails): void
}

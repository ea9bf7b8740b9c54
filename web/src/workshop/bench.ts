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
  /** Another game from its beginning. */
  begin(players: number): void
  /** The position at which a law is broken. */
  visit(failure: LawFails): void
  /** The position of a text. Rejects with a sentence. */
  setUp(text: string): Promise<void>
}

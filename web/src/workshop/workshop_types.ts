// Made from src/rookery/workshop by `python -m rookery.workshop.types`. Do not edit.
import type { GameCard } from '../protocol'

/** `news` grows with each change of this. */
export interface DevState {
  game: string
  news: number
  edit: number
  failure: LawFails | null
  laws: LawsHold | LawFails | null
}

/** A game as a page has made it, or why it cannot. */
export interface GameInPage {
  failure: LawFails | null
  card: GameCard | null
  code: string
  name: string
  art: string
}

/** A law is broken, or the game or a part of it cannot be tried. */
export interface LawFails {
  result: "fails"
  game: string
  error: string
  law: string
  sentence: string
  file: string
  line: number
  players: number
  options: Record<string, string>
  seed: number
  ply: number
  position: string
  state: string
  actions: number[]
  more: LawFails[]
}

/** All laws hold in some games. */
export interface LawsHold {
  result: "holds"
  game: string
  laws: number
  positions: number
  games: number
  skipped: number
  lessons: number
}

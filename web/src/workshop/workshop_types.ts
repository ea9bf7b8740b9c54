// Made from src/rookery/workshop by `python -m rookery.workshop.types`. Do not edit.
import type { GameCard } from '../protocol'

/** A number that luck alone hardly makes so different from that of the report before. */
export interface BalanceChange {
  title: string
  words: string
  before: Bar
  after: Bar
}

/** A report so far, or why there is none. */
export interface BalanceInPage {
  failure: string
  about: string
  playing: string
  part: number
  ended: boolean
  sections: BalanceSection[]
  changes: BalanceChange[]
}

/** A sentence of a report, and the picture of its number. */
export interface BalanceRow {
  words: string
  number: string
  bar: Bar | null
}

/** Some sentences of a report. */
export interface BalanceSection {
  title: string
  rows: BalanceRow[]
}

/** The picture of a number: places on a line from 0, its left end, to 1. */
export interface Bar {
  zero: number
  low: number
  at: number
  high: number
  even: number | null
}

/** `news` grows with each change of this. */
export interface DevState {
  game: string
  news: number
  edit: number
  failure: LawFails | null
  fault: LawFails | null
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

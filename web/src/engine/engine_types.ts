// Made from src/rookery/offline/engine.py by `python -m rookery.offline.engine_types`. Do not edit.

/** Something that one line has more of than another, or less. */
export interface Advantage {
  amount: number
  words: string
  theme: string
  lesson: string
}

/** The result of an analysis. */
export interface Analysis {
  chances: number[]
  margin: number
  lines: ExpectedLine[]
  proved: boolean
  positions: number
  seconds: number
  roles: string[]
  full: boolean
}

/** The judgement of the action. */
export interface AttemptAnswer {
  right: boolean
  loss: number
  chance: number
  played: number
  best: ExpectedLine
}

/** An action to be judged. */
export interface AttemptQuestion {
  game: string
  players: number
  options: Record<string, string>
  actions: number[]
  action: number
  told?: number | null
}

/** The action that the bot plays, and its remark. */
export interface BotAdvice {
  action: number
  words: string
}

/** A view in which a bot decides. */
export interface BotQuestion {
  view: string
  level: string
  seed: number
}

/** The chances at one moment of the game. */
export interface ChancePoint {
  ply: number
  chances: number[]
}

/** An analysis, better than those told before. */
export interface EngineAnswer {
  analysis: Analysis
  done: boolean
}

/** The position to be analysed, and how far. */
export interface EngineQuestion {
  view: string | StudiedPosition
  seconds?: number | null
  simulations?: number | null
  seed?: number
  lines?: number
  nodes?: number
  every?: number
}

/** A decision between several legal actions, judged from the view of its seat. */
export interface Judgement {
  ply: number
  seat: number
  choices: number
  action: number
  words: string
  best: ExpectedLine
  played: number
  loss: number
  margin: number
  proved: boolean
  mark: "best" | "blunder" | "good" | "inaccuracy" | "mistake"
  stake: number
  advantages: Advantage[]
  worth: Lead | null
  reasons: string[]
  themes: string[]
}

/** By how much one line leads further than another at the end of the game. */
export interface Lead {
  points: number
  margin: number
  words: string
}

/** A likely continuation of play after one action of the mover. */
export interface ExpectedLine {
  actions: number[]
  notation: string[]
  words: string[]
  chance: number
  margin: number
  visits: number
}

/** The results of a review so far. Plies that were not looked at yet are left out. */
export interface Review {
  start: number[]
  points: ChancePoint[]
  plies: ReviewedPly[]
  result: number[] | null
  conceded: number[]
  seats: SeatReview[]
  done: number
  roles: string[]
}

/** A review that knows more than those told before. */
export interface ReviewAnswer {
  game: string
  rules: number
  players: number
  options: Record<string, string>
  names: string[]
  actions: number[]
  movers: number[]
  stand_ins: number[]
  team: boolean
  moves: ReviewedMove[]
  review: Review
  done: boolean
}

/** A game to be reviewed. */
export interface ReviewQuestion {
  record: string
  seed?: number
  every?: number
}

/** A move in the list of all moves. Draws are none. */
export interface ReviewedMove {
  ply: number
  seat: number
  words: string
  mark: "best" | "blunder" | "good" | "inaccuracy" | "mistake" | null
}

/** The changes of the chances by one ply. All tuples are [P], by seat. */
export interface ReviewedPly {
  ply: number
  mover: number
  chances: number[]
  margins: number[]
  decision: number[]
  luck: number[]
  unforeseen: number[]
  judgement: Judgement | null
}

/** The game of one seat. */
export interface SeatReview {
  decisions: number
  accuracy: number | null
  lost: number
  luck: number
  mattered: number[]
}

/** A position, and whose view of it is meant. */
export interface StudiedPosition {
  game: string
  players: number
  options: Record<string, string>
  actions: number[]
  eyes: number | null
}

/** The reply of others after the next turn of the seat that decides, if it does nothing about it. */
export interface Threat {
  seat: number
  actions: number[]
  words: string[]
  spots: string[]
  cost: number
}

/** The threats in the position. */
export interface ThreatAnswer {
  threat: Threat | null
  chance: number
  done: boolean
}

/** A view in which a seat decides. */
export interface ThreatQuestion {
  view: string
}

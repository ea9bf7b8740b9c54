// Made from src/rookery/offline/engine.py by `python -m rookery.offline.engine_types`. Do not edit.

/** The result of an analysis. */
export interface Analysis {
  chances: number[]
  margin: number
  lines: ExpectedLine[]
  proved: boolean
  positions: number
  seconds: number
  full: boolean
}

/** What the bot plays, and its remark. */
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

/** An analysis, better than those told before. */
export interface EngineAnswer {
  analysis: Analysis
  done: boolean
}

/** What is to be analysed, and how far. */
export interface EngineQuestion {
  view: string
  seconds?: number | null
  simulations?: number | null
  seed?: number
  lines?: number
  nodes?: number
  every?: number
}

/** How play may continue after one action of the mover. */
export interface ExpectedLine {
  actions: number[]
  notation: string[]
  words: string[]
  chance: number
  margin: number
  visits: number
}

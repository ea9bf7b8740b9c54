/** What the engine and one of its workers say to each other. */
import type { OnlyGame } from '../worker/worker_messages'

export const ENGINE_BROKEN = 'The engine broke off; ask again.'

/** What a page must know of the engine's files. */
export interface EngineFiles {
  program: string // the address of the engine, from its folder
}

export type ToEngineWorker =
  // `base`: the address of the folder of the engine
  | { kind: 'start'; base: string; files: EngineFiles; given?: OnlyGame }
  | { kind: 'analyse'; number: number; question: string; place: number; workers: number } // an EngineQuestion
  | { kind: 'threat'; number: number; question: string } // a ThreatQuestion
  | { kind: 'advise'; number: number; question: string } // a BotQuestion
  | { kind: 'review'; number: number; question: string; place: number; workers: number } // a ReviewQuestion
  | { kind: 'attempt'; number: number; question: string } // an AttemptQuestion
  | { kind: 'hear'; number: number; place: number; part: string } // what another worker has found
  | { kind: 'lose'; number: number; place: number } // another worker has failed
  | { kind: 'prepare'; game: string } // a question about it may come; its slug
  | { kind: 'stop'; number: number }
  | { kind: 'pause'; paused: boolean }

export type FromEngineWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; words: string } // a sentence; the worker does nothing more
  // `text`: the answer, as JSON; what was found, for other places; or why the question is refused, a sentence
  | {
      kind: 'told'
      number: number
      what: 'answer' | 'part' | 'threat' | 'advice' | 'review' | 'attempt' | 'refused'
      text: string
    }

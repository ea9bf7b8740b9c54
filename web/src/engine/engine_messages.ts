/** What the engine and one of its workers say to each other. */
import type { SiteFiles } from '../worker/worker_messages'

export const ENGINE_BROKEN = 'The engine broke off; ask again.'

export type ToEngineWorker =
  | { kind: 'start'; base: string; files: SiteFiles }
  | { kind: 'analyse'; number: number; question: string; place: number; workers: number } // an EngineQuestion
  | { kind: 'advise'; number: number; question: string } // a BotQuestion
  | { kind: 'hear'; number: number; place: number; part: string } // at place 0: what another worker has found
  | { kind: 'lose'; number: number; place: number } // at place 0: another worker has failed
  | { kind: 'stop'; number: number }
  | { kind: 'pause'; paused: boolean }

export type FromEngineWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; words: string } // a sentence; the worker does nothing more
  // `text`: an EngineAnswer; what it found, for place 0; a BotAdvice; or why the question is refused, a sentence
  | { kind: 'told'; number: number; what: 'answer' | 'part' | 'advice' | 'refused'; text: string }

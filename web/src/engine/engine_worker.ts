/** A worker of the engine: CPython, our own Python, and one tree for each analysis (src/rookery/offline/engine.py). */
/// <reference lib="webworker" />
import type { PyProxy } from 'pyodide/ffi'
import { boot } from '../worker/boot'
import { Unstartable } from '../worker/unstartable'
import type { SiteFiles } from '../worker/worker_messages'
import { ENGINE_BROKEN, type FromEngineWorker, type ToEngineWorker } from './engine_messages'

/** rookery.offline.engine.PageEngine */
interface PythonEngine extends PyProxy {
  analyse(number: number, question: string, place: number, workers: number): void
  threat(number: number, question: string): void
  advise(number: number, question: string): void
  review(number: number, question: string): void
  attempt(number: number, question: string): void
  hear(number: number, place: number, part: string): void
  lose(number: number, place: number): void
  prepare(game: string): void
  stop(number: number): void
  pause(paused: boolean): void
}

type What = (FromEngineWorker & { kind: 'told' })['what']

let engine: PythonEngine

function post(message: FromEngineWorker): void {
  self.postMessage(message)
}

async function start(base: string, files: SiteFiles): Promise<void> {
  const pyodide = await boot(base, files, () => post({ kind: 'progress' }))
  const module = pyodide.pyimport('rookery.offline.worker') as PyProxy & {
    start_engine(tell: (number: number, what: What | 'broken', text: string) => void, base: string): PythonEngine
  }
  engine = module.start_engine((number, what, text) => {
    if (what === 'broken') post({ kind: 'failed', words: ENGINE_BROKEN })
    else post({ kind: 'told', number, what, text })
  }, base)
  post({ kind: 'ready' })
}

function receive(message: ToEngineWorker): void | Promise<void> {
  if (message.kind === 'start') return start(message.base, message.files)
  if (message.kind === 'analyse')
    return engine.analyse(message.number, message.question, message.place, message.workers)
  if (message.kind === 'threat') return engine.threat(message.number, message.question)
  if (message.kind === 'advise') return engine.advise(message.number, message.question)
  if (message.kind === 'review') return engine.review(message.number, message.question)
  if (message.kind === 'attempt') return engine.attempt(message.number, message.question)
  if (message.kind === 'hear') return engine.hear(message.number, message.place, message.part)
  if (message.kind === 'lose') return engine.lose(message.number, message.place)
  if (message.kind === 'prepare') return engine.prepare(message.game)
  if (message.kind === 'stop') return engine.stop(message.number)
  return engine.pause(message.paused)
}

function fail(error: unknown): void {
  if (error instanceof Unstartable) return post({ kind: 'failed', words: error.message })
  console.error(error)
  post({ kind: 'failed', words: ENGINE_BROKEN })
}

self.onmessage = async ({ data }: MessageEvent<ToEngineWorker>) => {
  try {
    await receive(data)
  } catch (error) {
    fail(error)
  }
}
self.onunhandledrejection = ({ reason }: PromiseRejectionEvent) => fail(reason)

/**
 * A worker of the engine: a program that was lowered from Python (src/rookery/offline/engine_program.py), the modules
 * of games, and one tree for each analysis.
 */
/// <reference lib="webworker" />
import { UnfitCode, gameCode } from '../game/game_code'
import { fetched as fetchedFile, giveFiles } from '../given/given_files'
import * as runtime from '../program/program'
import { within } from '../waits/wait'
import { loweredProgram, toldGame } from '../worker/lowered_program'
import type { OnlyGame } from '../worker/worker_messages'
import { Unstartable, VERSIONS_DIFFER, lacking, reasonOf } from '../worker/unstartable'
import { ENGINE_BROKEN, type EngineFiles, type FromEngineWorker, type ToEngineWorker } from './engine_messages'

type What = (FromEngineWorker & { kind: 'told' })['what']

/** rookery.offline.engine.PageEngine */
interface PageEngine {
  analyse(number: number, question: string, place: number, workers: number): void
  threat(number: number, question: string): void
  advise(number: number, question: string): void
  review(number: number, question: string, place: number, workers: number): void
  attempt(number: number, question: string): void
  hear(number: number, place: number, part: string): void
  lose(number: number, place: number): void
  prepare(game: string): void
  stop(number: number): void
  pause(paused: boolean): void
}

interface EngineModule {
  needs: string[]
  default(given: typeof runtime): {
    start(tell: (number: number, what: What | 'broken', text: string) => void): PageEngine
    knows(slug: string): boolean
    open_game(slug: string, code: object): void
    broken(slug: string, reason: string): Error
    search_only(told: object): void
    classes: object
  }
}

/** The files of a game, by their addresses from the folder of the engine (src/rookery/page_engine/engine_parts.py). */
interface GameFiles {
  code: string
  module: string
  description: string
  program: string // for which they are: its name
}

const FILES_UNREACHED = 'Some files could not be fetched; check the connection, and ask again.'
const OF_GAME = 'BrokenModule' // the code of a refusal whose words are about the game

let base = ''
let name = '' // of the program
let program: ReturnType<EngineModule['default']>
let engine: PageEngine
const opening = new Map<string, Promise<void>>() // by slug

function post(message: FromEngineWorker): void {
  self.postMessage(message)
}

async function start(folder: string, files: EngineFiles, given?: OnlyGame): Promise<void> {
  const lack = lacking()
  if (lack) throw new Unstartable(lack)
  base = folder
  giveFiles(given?.files ?? {})
  name = files.program
  const module = await loweredProgram<EngineModule>(new URL(name, base).href, FILES_UNREACHED)
  program = module.default(runtime)
  if (given) program.search_only(await toldGame(given.told, program.classes))
  engine = program.start((number, what, text) => {
    if (what === 'broken') post({ kind: 'failed', words: ENGINE_BROKEN })
    else post({ kind: 'told', number, what, text })
  })
  post({ kind: 'ready' })
}

/** A file of the engine. Rejects with a sentence. */
async function fetched(path: string): Promise<Response> {
  const response = await within('request', FILES_UNREACHED, fetchedFile(new URL(path, base)))
  if (response.ok) return response
  const told = (await response.json().catch(() => null)) as { code?: string; words: string } | null
  throw new Unstartable(told?.code === OF_GAME ? told.words : reasonOf(response.status, FILES_UNREACHED))
}

/** The code and the module of a game that the engine knows. One that does not come is fetched again for the next
 *  question. Rejects with a sentence. */
function opened(slug: string): Promise<void> {
  if (!program.knows(slug)) return Promise.resolve() // it says so itself
  let found = opening.get(slug)
  if (!found) {
    found = open(slug).catch((error: unknown) => {
      opening.delete(slug)
      if (error instanceof UnfitCode) throw new Unstartable(VERSIONS_DIFFER)
      throw error
    })
    opening.set(slug, found)
  }
  return found
}

async function open(slug: string): Promise<void> {
  const files = (await (await fetched(`games/${slug}.json`)).json()) as GameFiles
  if (files.program !== name) throw new Unstartable(VERSIONS_DIFFER)
  const [code, description, module] = await Promise.all([
    gameCode(new URL(files.code, base).href),
    fetched(files.description).then((response) => response.json()),
    fetched(files.module).then(async (response) => WebAssembly.compile(await response.arrayBuffer())),
  ])
  const broken = (error: unknown) => program.broken(slug, String(error))
  program.open_game(slug, runtime.engineCode(code, description, module, broken))
}

/** The slug of the game that a question is about; "" where it does not say so: the engine then says what is wrong. */
function gameOf(question: string): string {
  try {
    const asked = JSON.parse(question) as Record<string, unknown>
    const about = asked.record ?? asked.view ?? asked
    const head = (typeof about === 'string' ? JSON.parse(about.split('\n', 1)[0]!) : about) as { game: unknown }
    return String(head.game)
  } catch {
    return ''
  }
}

type WorkerQuestion = Extract<ToEngineWorker, { question: string }>

async function ask(message: WorkerQuestion): Promise<void> {
  const { number, question } = message
  try {
    await opened(gameOf(question))
  } catch (error) {
    const text = error instanceof Unstartable ? error.message : FILES_UNREACHED
    if (!(error instanceof Unstartable)) console.error(error)
    return post({ kind: 'told', number, what: 'refused', text })
  }
  if ('workers' in message) engine[message.kind](number, question, message.place, message.workers)
  else engine[message.kind](number, question)
}

async function receive(message: ToEngineWorker): Promise<void> {
  if (message.kind === 'start') return start(message.base, message.files, message.given)
  if ('question' in message) return ask(message)
  if (message.kind === 'hear') return engine.hear(message.number, message.place, message.part)
  if (message.kind === 'lose') return engine.lose(message.number, message.place)
  if (message.kind === 'stop') return engine.stop(message.number)
  if (message.kind === 'pause') return engine.pause(message.paused)
  await opened(message.game).catch(() => undefined) // what is wrong with it, the question will say
  if (opening.has(message.game)) engine.prepare(message.game)
}

function fail(error: unknown): void {
  if (error instanceof Unstartable) return post({ kind: 'failed', words: error.message })
  console.error(error)
  post({ kind: 'failed', words: ENGINE_BROKEN })
}

// one after another: what another worker has found is told of a question that has begun
let before = Promise.resolve()
self.onmessage = ({ data }: MessageEvent<ToEngineWorker>) => {
  before = before.then(() => receive(data)).catch(fail)
}
self.onunhandledrejection = ({ reason }: PromiseRejectionEvent) => fail(reason)

/** Draws and plays games whose code nobody knows: a worker in a sandbox does it, and what it says is cleaned. */
import { OF_POSITIONS } from '../painting/painter'
import type { OfPositions, Painter, Positions, SeenView, ToldAction } from '../painting/painter'
import type { LessonState } from '../painting/lesson_session'
import type { BoardCard, LessonScript, Scene } from '../protocol'
import type { ShownMoment } from '../state'
import { Wait } from '../waits/wait'
import type { AnyWorker } from '../given/any_worker'
import { cleaned } from './cleaned'
import { cleanedMoment, cleanedScene } from './cleaned_scene'
import type { FromPainter, ToPainter } from './painter_messages'
import painterWorker from './painter_worker.ts?worker&url'
import { SandboxedWorker } from './sandbox'

const NOT_DRAWN = 'The game did not draw itself in time, and was stopped. Does a loop never end?'
const BROKE = 'The game broke while it was drawn. Perhaps it took all the memory that a page has.'
const CHANGED = 'The game has changed since.'

/** What the code of a game threw, in its words, or why it was stopped. */
export class GameFault extends Error {
  constructor(
    words: string,
    readonly stopped = false,
  ) {
    super(words)
  }
}

const CODES = 8 // that a worker which starts anew gets

type AskedDrawing = Pick<Painter, 'picture' | 'why'>
type AskedOfPainter = { resolve(answer: unknown): void; reject(error: Error): void; wait: Wait }
type Question = { [Kind in ToPainter['kind']]: Omit<Extract<ToPainter, { kind: Kind }>, 'id'> }[ToPainter['kind']]

/** The worker; one that was ended starts anew with the next question, and gets the codes again. */
class PainterWorker {
  #worker: AnyWorker | null = null
  #asked = new Map<number, AskedOfPainter>()
  #codes = new Map<string, Blob>()
  #next = 0

  constructor(readonly base: string) {}

  /** Rejects with a sentence. */
  ask<T>(question: Question): Promise<T> {
    if (question.kind === 'open') this.#keep(question.name, question.code)
    this.#worker ??= this.#started()
    const id = this.#next++
    return new Promise<unknown>((resolve, reject) => {
      const wait = new Wait(() => this.#end(new GameFault(NOT_DRAWN, true)))
      wait.begin(question.kind === 'open' ? 'opening' : 'drawing')
      this.#asked.set(id, { resolve, reject, wait })
      this.#worker!.postMessage({ ...question, id })
    }).then((answer) => cleaned(answer) as T)
  }

  /** An author makes another code with each edit. */
  #keep(name: string, code: Blob): void {
    this.#codes.delete(name)
    this.#codes.set(name, code)
    for (const old of [...this.#codes.keys()].slice(0, -CODES)) this.#codes.delete(old)
  }

  #started(): AnyWorker {
    const worker = new SandboxedWorker(painterWorker, this.base, () => Promise.resolve({}))
    worker.onmessage = ({ data }: MessageEvent<FromPainter>) => this.#hear(data)
    worker.onerror = () => this.#end(new GameFault(BROKE, true))
    for (const [name, code] of this.#codes) worker.postMessage({ kind: 'open', id: -1, name, code })
    return worker
  }

  #hear(message: FromPainter): void {
    const asked = this.#asked.get(message.id)
    this.#asked.delete(message.id)
    asked?.wait.end()
    if (message.kind === 'answer') asked?.resolve(message.answer)
    else asked?.reject(new GameFault(String(message.words)))
  }

  giveUp(): void {
    if (this.#asked.size > 0) this.#end(new Error(CHANGED))
  }

  #end(error: Error): void {
    this.#worker?.terminate()
    this.#worker = null
    const asked = [...this.#asked.values()]
    this.#asked.clear()
    for (const { reject, wait } of asked) {
      wait.end()
      reject(error)
    }
  }
}

let worker: PainterWorker | null = null

/** There is a newer text: nobody waits any more for what that before draws, which may never end. */
export function giveUpDrawing(): void {
  worker?.giveUp()
}

/** `name`: of the code. Rejects with a sentence. */
export async function distantPainter(base: string, name: string, code: Blob): Promise<Painter> {
  worker ??= new PainterWorker(base)
  const ask: PainterWorker['ask'] = worker.ask.bind(worker)
  const sounds = await ask<Painter['sounds']>({ kind: 'open', name, code })
  const drawing: AskedDrawing = {
    picture: (seen, zones = []) => ask<Scene>({ kind: 'picture', name, seen, zones }).then(cleanedScene),
    why: (seen, path, spot) => ask<string>({ kind: 'why', name, seen, path, spot }),
  }
  return {
    sounds,
    ...drawing,
    told: (seen: SeenView, actions: readonly number[]) =>
      ask<(ToldAction | null)[]>({ kind: 'told', name, seen, actions }),
    async lesson(script: LessonScript, answers: readonly number[]) {
      const state = await ask<LessonState>({ kind: 'lesson', name, script, answers })
      const shown = (told: ShownMoment) => {
        const moment = cleanedMoment(told)
        return { ...moment, ...fromAfar(drawing, seenIn(moment, script.board, script.seat)) }
      }
      const { moment, feedback } = state
      return {
        ...state,
        moment: shown(moment),
        feedback: feedback && { ...feedback, moments: feedback.moments.map(shown) },
      }
    },
    study(card: BoardCard, eyes: number | null) {
      const asked = (method: OfPositions, given: unknown[]) =>
        ask<unknown>({ kind: 'ask', name, card, eyes, method, given })
      const methods = OF_POSITIONS.map((method) => [method, (...given: unknown[]) => asked(method, given)])
      const told = { card, ...Object.fromEntries(methods) } as Positions
      const positions: Positions = {
        ...told,
        preview: (...given) => told.preview(...given).then(cleanedScene),
        sketch: (...given) => told.sketch(...given).then((scene) => scene && cleanedScene(scene)),
      }
      return Promise.resolve({ ...positions, moments: (way, seen) => answering(positions, way, seen) })
    },
  }
}

/** Moments whose last position tells what an action would do, and why a click does nothing. */
async function answering(positions: Positions, way: readonly number[], seen: number): Promise<ShownMoment[]> {
  const moments = (await positions.moments(way, seen)).map(cleanedMoment)
  const last = moments.at(-1)
  if (last) {
    last.preview = (action) => positions.preview(way, action)
    last.explain = (path, spot) => positions.explain(way, path, spot)
  }
  return moments
}

function seenIn({ view, seen_by: viewer }: ShownMoment, { seats }: BoardCard, facing: number): SeenView {
  return { view, viewer, players: seats.length, facing }
}

/** What an action would do, and why a click does nothing, in the position of a view. */
export function fromAfar(drawing: AskedDrawing, seen: SeenView): Pick<ShownMoment, 'preview' | 'explain'> {
  return {
    preview: (action) => drawing.picture({ ...seen, after: action }),
    explain: (path, spot) => drawing.why(seen, path, spot),
  }
}

/**
 * Workers for programs of people whom nobody knows. They run in a frame that has an origin of its own and can reach
 * nothing (web/sandbox.html); what they say are data, to be cleaned (cleaned.ts).
 */
import type { AnyWorker } from '../given/any_worker'

const FRAME_FILE = 'sandbox.html'

type FromFrame = { said: unknown } | { broken: string }

/** The frame of this page; all sandboxed workers are in it. */
let frame: Promise<Window> | null = null

function sandboxFrame(base: string): Promise<Window> {
  frame ??= new Promise((resolve) => {
    const made = document.createElement('iframe')
    made.sandbox.add('allow-scripts')
    made.hidden = true
    made.title = 'Sandbox'
    made.onload = () => resolve(made.contentWindow!)
    made.src = new URL(FRAME_FILE, base).href
    document.body.append(made)
  })
  return frame
}

/** Whether it has the form of all messages of our workers: a kind, and words, if any, that are a text. */
function isMessage(said: unknown): boolean {
  const { kind, words = '' } = (said ?? {}) as { kind?: unknown; words?: unknown }
  return typeof kind === 'string' && typeof words === 'string'
}

export class SandboxedWorker implements AnyWorker {
  onmessage: ((event: MessageEvent) => void) | null = null
  onerror: ((event: ErrorEvent) => void) | null = null
  readonly #port: MessagePort
  #waiting: object[] | null = [] // messages, until what it is given is here

  /** `script`: the address of its program, which has no imports; `base`: of the folder with the frame; `given`: goes
   *  with its first message, as `given`; if it rejects, the worker says that it has failed. */
  constructor(script: string, base: string, given: () => Promise<object>) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.onmessage = ({ data }: MessageEvent<FromFrame>) => {
      if ('broken' in data) this.onerror?.(new ErrorEvent('error', { message: data.broken }))
      else if (isMessage(data.said)) this.#say(data.said)
      else this.onerror?.(new ErrorEvent('error', { message: 'it said nothing of ours' }))
    }
    void this.#start(script, base, port2).catch(() => this.onerror?.(new ErrorEvent('error')))
    given().then(
      (given) => this.#give(given),
      ({ message }: Error) => this.#say({ kind: 'failed', words: message }),
    )
  }

  #give(given: object): void {
    const [first, ...others] = this.#waiting ?? []
    this.#waiting = null
    this.#port.postMessage({ ...first, given })
    for (const message of others) this.#port.postMessage(message)
  }

  #say(data: unknown): void {
    this.onmessage?.(new MessageEvent('message', { data }))
  }

  async #start(script: string, base: string, port: MessagePort): Promise<void> {
    const [text, to] = await Promise.all([fetch(script).then((response) => response.text()), sandboxFrame(base)])
    to.postMessage(text, '*', [port]) // its origin is no address
  }

  postMessage(message: object): void {
    if (this.#waiting) this.#waiting.push(message)
    else this.#port.postMessage(message)
  }

  terminate(): void {
    this.#port.postMessage(null)
    this.onmessage = this.onerror = null
    this.#port.close()
  }
}

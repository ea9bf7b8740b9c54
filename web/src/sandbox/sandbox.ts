/**
 * Workers for programs of people whom nobody knows. Each runs in a frame that has an origin of its own and can
 * reach nothing (web/sandbox.html), and ends with it; what they say are data, to be cleaned (cleaned.ts).
 */
import type { AnyWorker } from '../given/any_worker'
import { within } from '../waits/wait'

const FRAME_FILE = 'sandbox.html'

type FromFrame = { said: unknown } | { broken: string }

const NO_FRAME = 'The games of other people cannot start here; check the connection, and load the page again.'

function newFrame(base: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.sandbox.add('allow-scripts')
  frame.hidden = true
  frame.title = 'Sandbox'
  frame.src = new URL(FRAME_FILE, base).href
  document.body.append(frame)
  return frame
}

/** Resolves once the frame says that it is ready: another file in its place says nothing. Rejects with a sentence. */
async function ready(frame: HTMLIFrameElement): Promise<Window> {
  const heard = new AbortController()
  const said = new Promise<void>((resolve) =>
    addEventListener('message', ({ source }) => source === frame.contentWindow && resolve(), heard),
  )
  try {
    await within('request', NO_FRAME, said)
    return frame.contentWindow!
  } finally {
    heard.abort()
  }
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
  readonly #frame: HTMLIFrameElement
  #waiting: object[] | null = [] // messages, until what it is given is here

  /** `script`: the address of its program, which has no imports; `base`: of the folder with the frame; `given`: goes
   *  with its first message, as `given`; if it rejects, the worker says that it has failed. */
  constructor(script: string, base: string, given: () => Promise<object>) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.#frame = newFrame(base)
    port1.onmessage = ({ data }: MessageEvent<FromFrame>) => {
      if ('broken' in data) this.onerror?.(new ErrorEvent('error', { message: data.broken }))
      else if (isMessage(data.said)) this.#say(data.said)
      else this.onerror?.(new ErrorEvent('error', { message: 'it said nothing of ours' }))
    }
    void this.#start(script, port2).catch(({ message }: Error) => this.onerror?.(new ErrorEvent('error', { message })))
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

  async #start(script: string, port: MessagePort): Promise<void> {
    const coming = fetch(script).then((response) => response.text())
    const [text, to] = await Promise.all([within('request', NO_FRAME, coming), ready(this.#frame)])
    to.postMessage(text, '*', [port]) // its origin is no address
  }

  postMessage(message: object): void {
    if (this.#waiting) this.#waiting.push(message)
    else this.#port.postMessage(message)
  }

  terminate(): void {
    this.onmessage = this.onerror = null
    this.#port.close()
    this.#frame.remove()
  }
}

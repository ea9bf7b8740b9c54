/** The worker in which the parlour runs: CPython, our own Python, and what a page asks of it. */
/// <reference lib="webworker" />
import type { PyProxy } from 'pyodide/ffi'
import type { FromWorker, SiteFiles, ToWorker } from './worker_messages'
import { boot } from './boot'
import { BrowserStorage } from './browser_storage'
import { Unstartable } from './unstartable'

/** What rookery.offline.worker.start returns. */
interface Bridge extends PyProxy {
  request(method: string, path: string, body: string): Promise<PyProxy>
  connect(table: string, heard: (text: string) => void, closed: () => void): PythonConversation
}

interface PythonConversation extends PyProxy {
  receive(text: string): void
  end(): void
}

const conversations = new Map<number, PythonConversation>()
const bots = new Map<number, { resolve: (text: string) => void; reject: (error: Error) => void }>()
let nextBot = 0
let bridge: Bridge

function post(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer })
}

async function start(base: string, files: SiteFiles): Promise<void> {
  const storage = new BrowserStorage(`rookery ${new URL(base).pathname}`) // other sites of this host have their own
  const pyodide = await boot(base, files, (part) => post({ kind: 'progress', part }))
  const module = pyodide.pyimport('rookery.offline.worker') as PyProxy & {
    start(
      storage: BrowserStorage,
      notice: (words: string) => void,
      ask: (asked: string) => Promise<string>,
    ): Promise<Bridge>
  }
  bridge = await module.start(storage, (words) => post({ kind: 'notice', words }), askEngine)
  post({ kind: 'ready' })
}

/** What the page's engine advises a bot; rejects if it gives no advice. */
function askEngine(asked: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const id = nextBot++
    bots.set(id, { resolve, reject })
    post({ kind: 'advise', id, asked })
  })
}

function advised(id: number, text: string | null): void {
  const waiting = bots.get(id)
  bots.delete(id)
  if (text === null) waiting?.reject(new Error('The engine gave no advice.'))
  else waiting?.resolve(text)
}

async function answer({ id, method, path, body }: ToWorker & { kind: 'request' }): Promise<void> {
  const reply = await bridge.request(method, path, body)
  const [status, headers, data] = reply.toJs({ dict_converter: Object.fromEntries }) as [
    number,
    Record<string, string>,
    Uint8Array<ArrayBuffer>,
  ]
  reply.destroy()
  post({ kind: 'reply', id, status, headers, body: data }, [data.buffer])
}

function connect(id: number, table: string): void {
  const heard = (text: string) => post({ kind: 'heard', id, text })
  const closed = () => {
    forget(id)
    post({ kind: 'closed', id })
  }
  conversations.set(id, bridge.connect(table, heard, closed))
}

function end(id: number): void {
  conversations.get(id)?.end()
  forget(id)
}

function forget(id: number): void {
  conversations.get(id)?.destroy()
  conversations.delete(id)
}

function receive(message: ToWorker): void | Promise<void> {
  if (message.kind === 'start') return start(message.base, message.files)
  if (message.kind === 'request') return answer(message)
  if (message.kind === 'connect') return connect(message.id, message.table)
  if (message.kind === 'say') return conversations.get(message.id)?.receive(message.text)
  if (message.kind === 'advice') return advised(message.id, message.text)
  return end(message.id)
}

/** Whatever goes wrong here: only what has been stored is sure, so the worker begins again. */
function fail(error: unknown): void {
  if (error instanceof Unstartable) return post({ kind: 'failed', words: error.message })
  console.error(error)
  post({ kind: 'failed', words: 'Something broke in this page. Your games are kept; load the page again.' })
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  try {
    await receive(data)
  } catch (error) {
    fail(error)
  }
}
self.onunhandledrejection = ({ reason }: PromiseRejectionEvent) => fail(reason)

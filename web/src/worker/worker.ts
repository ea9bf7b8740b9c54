/** The worker in which the parlour runs: a program made of the server's own Python, and what a page asks of it. */
/// <reference lib="webworker" />
import type { FromWorker, OnlyGame, ParlourFiles, ToWorker } from './worker_messages'
import { giveFiles } from '../given/given_files'
import { BrowserStorage } from './browser_storage'
import { DistantStorage } from './distant_storage'
import { answered, openParlour, type OwnConversation, type OwnParlour } from './own_parlour'
import { Unstartable } from './unstartable'

const conversations = new Map<number, OwnConversation>()
const bots = new Map<number, { resolve: (text: string) => void; reject: (error: Error) => void }>()
let nextBot = 0
const kept = new DistantStorage(post)
let parlour: OwnParlour

function post(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer })
}

async function start(base: string, files: ParlourFiles, given?: OnlyGame): Promise<void> {
  // other sites of this host have their own
  const storage = given ? kept : new BrowserStorage(`rookery ${new URL(base).pathname}`)
  giveFiles(given?.files ?? {})
  const notice = (words: string) => post({ kind: 'notice', words })
  parlour = await openParlour(
    base,
    { ...files, codes: given?.codes ?? files.codes },
    { storage, notice, advise: askEngine },
    given?.told,
  )
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
  const reply = await answered(parlour, method, path, body)
  post({ kind: 'reply', id, ...reply }, [reply.body.buffer])
}

function connect(id: number, table: string): void {
  const heard = (text: string) => post({ kind: 'heard', id, text })
  const closed = () => {
    conversations.delete(id)
    post({ kind: 'closed', id })
  }
  conversations.set(id, parlour.connect(table, heard, closed))
}

function end(id: number): void {
  conversations.get(id)?.end()
  conversations.delete(id)
}

function receive(message: ToWorker): void | Promise<void> {
  if (message.kind === 'start') return start(message.base, message.files, message.given)
  if (message.kind === 'stored') return kept.hear(message.id, message.found, message.failed)
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

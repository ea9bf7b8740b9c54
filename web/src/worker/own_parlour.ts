/** The parlour of a site: a program that was lowered from Python (src/rookery/offline/page_program.py). */
import { gameCode } from '../game/game_code'
import { fetched } from '../given/given_files'
import * as runtime from '../program/program'
import { within } from '../waits/wait'
import type { BrowserStorage } from './browser_storage'
import type { DistantStorage } from './distant_storage'
import { loweredProgram, toldGame } from './lowered_program'
import type { ParlourFiles } from './worker_messages'

type Coroutine<T> = Generator<unknown, T>

/** rookery.offline.parlour.Parlour */
export interface OwnParlour {
  request(method: string, path: string, body: Uint8Array): Coroutine<[number, runtime.Dict, Uint8Array<ArrayBuffer>]>
  connect(table: string, heard: (text: string) => void, closed: () => void): OwnConversation
}

export interface OwnConversation {
  receive(text: string): void
  end(): void
}

/** What rookery.offline.page_start.Host needs of a worker. */
interface Host {
  storage: BrowserStorage | DistantStorage
  notice: (words: string) => void
  advise: (asked: string) => Promise<string>
}

interface Program {
  needs: string[]
  default(given: typeof runtime): {
    start(host: object): Coroutine<OwnParlour>
    play_only(told: object): void
    classes: object
  }
}

const UNREACHED = 'Some files could not be fetched; check the connection, and load the page again.'

/** `base`: the address of the site's folder; `told`: that of a module that tells of the only game. Rejects with
 *  Unstartable where a file does not come. */
export async function openParlour(base: string, files: ParlourFiles, host: Host, told = ''): Promise<OwnParlour> {
  const program = await loweredProgram<Program>(new URL(files.program, base).href, UNREACHED)
  const { start, play_only, classes } = program.default(runtime)
  if (told) play_only(await toldGame(told, classes))
  const codes = new runtime.Dict(Object.entries(files.codes))
  const code = (slug: string) => codeOf(base, slug, files.codes[slug]!)
  return runtime.promise_of(start({ ...host, codes, code })) as Promise<OwnParlour>
}

async function drawings(address: URL): Promise<string> {
  const response = await fetched(address)
  if (!response.ok) throw new Error(UNREACHED)
  return response.text()
}

/** rookery.offline.page_game.PageCode */
async function codeOf(base: string, slug: string, name: string): Promise<object> {
  const [code, art] = await Promise.all([
    gameCode(new URL(`code/${name}`, base).href),
    within('request', UNREACHED, drawings(new URL(`art/${slug}.svg`, base))),
  ])
  return { ...runtime.pageCode(code), art }
}

/** An answer of the parlour. */
export async function answered(parlour: OwnParlour, method: string, path: string, body: string) {
  const asked = parlour.request(method, path, new TextEncoder().encode(body))
  const [status, headers, data] = (await runtime.promise_of(asked)) as [number, runtime.Dict, Uint8Array<ArrayBuffer>]
  return { status, headers: Object.fromEntries(headers.items()) as Record<string, string>, body: data }
}

/** Where the games of a page come from that has no server, and what may be believed of what their worker says. */
import type { Painter } from '../painting/painter'
import { painterHere } from '../painting/painter_here'
import type { Server } from '../protocol'
import type { Limit } from '../waits/limits'
import { endingAfter } from '../waits/wait'
import type { FromWorker, StoreCall } from '../worker/worker_messages'
import type { SiteFiles } from './parlour'

export const BROKEN = 'Something broke in this page. Your games are kept; load the page again.'
const SITE_UNREACHED = 'This page cannot be reached just now; check the connection, and try again.'
const MOST_WORDS = 300 // letters of what a stranger's game says over the page

export type Reply = FromWorker & { kind: 'reply' }

/** Where the only game of a page comes from that the site does not have (src/sandbox/made_source.ts). */
export interface GameSource {
  readonly id: string
  /** An answer that is a file. */
  file(path: string): Promise<Response>
  /** An answer that the person saves, under a name of ours. */
  saved(path: string, status: number, body: Uint8Array<ArrayBuffer>): Promise<Response>
  /** What a worker has to say, without what could do harm. Throws. */
  cleaned<T>(said: T): T
  /** What draws with the code of that name. Rejects with a sentence. */
  painter(code: string): Promise<Painter>
  /** What is kept for the worker. Rejects with a DOMException. */
  stored(call: StoreCall): Promise<[string, Uint8Array][]>
}

/** The games of the site, or the only one that somebody made. */
export class PageGames {
  constructor(
    readonly site: SiteFiles,
    readonly base: string,
    readonly source: GameSource | null, // null: they are the site's
  ) {}

  code(name: string): string {
    return new URL(`code/${name}`, this.base).href
  }

  painter(name: string): Promise<Painter> {
    return this.source ? this.source.painter(name) : painterHere(this.code(name))
  }

  /** An answer that is the same for everybody; null where the worker has to be asked. Rejects where a file of this site
   *  does not come whole. */
  answer(path: string): Promise<Response> | null {
    const file = siteFile(path)
    if (file) return this.#fetched(file)
    const answers = answersFile(path)
    return answers ? this.#prepared(answers, path) : null
  }

  worded(words: string): string {
    return this.source ? String(words).slice(0, MOST_WORDS) : words
  }

  heard(text: string): Server {
    const said = JSON.parse(text) as Server
    return this.source?.cleaned(said) ?? said
  }

  /** What a worker has answered. */
  async reply(path: string, limit: Limit, { status, headers, body }: Reply): Promise<Response> {
    if (this.source && limit === 'file') return this.source.saved(path, status, body)
    try {
      return new Response(this.source ? this.#cleaned(body) : body, { status, headers })
    } catch {
      throw new Error(BROKEN) // no answer of ours
    }
  }

  /** All that is no file to be saved is read as JSON, whatever its headers say. */
  #cleaned(body: Uint8Array<ArrayBuffer>): string {
    const text = new TextDecoder().decode(body)
    return text && JSON.stringify(this.source!.cleaned(JSON.parse(text)))
  }

  async #prepared(file: string, path: string): Promise<Response> {
    const [, , , slug = ''] = path.split('/') // of /api/games/{slug}/…
    const found = this.source || this.site.codes[slug] ? (await this.#answers(file))[path] : undefined
    if (found !== undefined) return Response.json(found)
    return Response.json(
      { type: 'refused', code: 'NotFound', words: 'there is nothing of that name', ply: -1 },
      { status: 404 },
    )
  }

  async #answers(file: string): Promise<Record<string, unknown>> {
    const response = await this.#fetched(file)
    if (this.source) return (await response.json()) as Record<string, unknown>
    try {
      if (response.ok) return (await unpacked(response)) as Record<string, unknown>
    } catch {
      // it is another file
    }
    throw new Error(SITE_UNREACHED)
  }

  async #fetched(file: string): Promise<Response> {
    if (this.source) return this.source.file(file)
    try {
      return await endingAfter('request', async (signal) => {
        const response = await fetch(new URL(file, this.base), { signal })
        return new Response(await response.arrayBuffer(), response)
      })
    } catch {
      throw new Error(SITE_UNREACHED)
    }
  }
}

/** The path from the folder of the site; null where the parlour has to answer. */
function siteFile(path: string): string | null {
  if (/^\/api\/games(\?|$)/.test(path)) return 'games.json'
  const rules = /^\/rules\/([\w.%-]+)$/.exec(path)
  if (rules) return `rules/${rules[1]}.html`
  return /^\/(art\/[\w.%-]+|games\/[\w.%-]+\/picture)\.svg$/.test(path) ? path.slice(1) : null
}

/** The file with the answers about lessons and puzzles of a game, by path, which `unpacked` reads; null for other
 *  paths. */
function answersFile(path: string): string | null {
  const found = /^\/api\/games\/([\w-]+)\/(lessons|puzzles)(\/|$)/.exec(path)
  return found && `answers/${found[1]}.packed`
}

/** What a file holds that was compressed by gzip: plain file servers do not compress. */
const unpacked = (file: Response): Promise<unknown> =>
  new Response(file.body!.pipeThrough(new DecompressionStream('gzip'))).json()

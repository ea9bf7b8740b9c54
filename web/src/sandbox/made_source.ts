/** The game of a page that somebody made: kept in this browser, played in a sandbox. */
import type { Painter } from '../painting/painter'
import type { OnlyGame, StoreCall } from '../worker/worker_messages'
import { BrowserStorage } from '../worker/browser_storage'
import { cardIn, cleaned } from './cleaned'
import { distantPainter } from './distant_painter'
import { givenTo, type MadeGame } from './made_game'
import { keptGame } from './made_games'

const NOT_KEPT = 'This browser does not have this game any more. Ask for its whole link again.'
const LARGEST_STORE = 20_000_000 // bytes that are kept of its tables
const MOST_ENTRIES = 500 // entries in one call

export class MadeSource {
  readonly cleaned = cleaned
  readonly #storage: BrowserStorage
  #game: Promise<MadeGame> | null = null
  #sizes: Promise<ReadonlyMap<string, number>> | null = null // of what is kept, by key; null: not counted

  constructor(
    readonly id: string,
    readonly base: string,
  ) {
    this.#storage = new BrowserStorage(`rookery ${new URL(base).pathname}?made=${id}`)
  }

  /** Rejects with a sentence. */
  game(): Promise<MadeGame> {
    this.#game ??= keptGame(this.base, this.id).then((game) => {
      if (!game) throw new Error(NOT_KEPT)
      return game
    })
    return this.#game
  }

  async given(worker: 'site' | 'engine', program: string): Promise<OnlyGame> {
    return givenTo(worker, await this.game(), this.base, program)
  }

  async painter(name: string): Promise<Painter> {
    const code = (await this.game()).files[`code/${name}`]
    if (code === undefined) throw new Error('This game has no pictures of its own.')
    return distantPainter(this.base, name, new Blob([code]))
  }

  async file(path: string): Promise<Response> {
    const { files } = await this.game()
    const text = files[path]
    if (text === undefined) return new Response('', { status: 404 })
    const { cleanedHtml, cleanedSvg } = await import('./cleaned_markup')
    if (path.endsWith('.html')) return new Response(cleanedHtml(text))
    if (path.endsWith('.svg')) return new Response(cleanedSvg(text))
    return Response.json(path === 'games.json' ? [cardIn(text)] : cleaned(JSON.parse(text) as unknown))
  }

  /** Whoever opens it leaves the sandbox behind, so it is what it was asked for: no program, and a drawing is cleaned. */
  async saved(path: string, status: number, body: Uint8Array<ArrayBuffer>): Promise<Response> {
    const text = new TextDecoder().decode(body)
    if (status !== 200) return Response.json(cleaned(JSON.parse(text)), { status: 422 })
    const [, kind = 'jsonl'] = /\.(svg|txt)$/.exec(path) ?? []
    const { slug } = await this.game()
    const { cleanedSvg } = await import('./cleaned_markup')
    const headers = { 'content-disposition': `attachment; filename="${slug}.${kind}"` }
    return new Response(kind === 'svg' ? cleanedSvg(text) : text, { headers })
  }

  #stored(): Promise<ReadonlyMap<string, number>> {
    this.#sizes ??= this.#storage
      .get('')
      .then((entries) => new Map(entries.map(([key, bytes]) => [key, key.length + bytes.byteLength])))
    return this.#sizes
  }

  async stored(call: StoreCall): Promise<[string, Uint8Array][]> {
    if (call.method === 'get') return this.#storage.get(String(call.prefix))
    if (call.method === 'remove') {
      const keys = call.keys.slice(0, MOST_ENTRIES).map(String)
      await this.#storage.remove(keys)
      this.#sizes = null // it is counted anew
    }
    if (call.method === 'put') {
      const entries = call.entries.slice(0, MOST_ENTRIES).filter(([, bytes]) => bytes instanceof Uint8Array)
      const sizes = new Map(await this.#stored())
      for (const [key, bytes] of entries) sizes.set(String(key), String(key).length + bytes.byteLength)
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
      if (total > LARGEST_STORE) throw new DOMException('The game keeps too much.', 'QuotaExceededError')
      this.#sizes = Promise.resolve(sizes)
      await this.#storage.put(entries.map(([key, bytes]) => [String(key), bytes]))
    }
    return []
  }
}

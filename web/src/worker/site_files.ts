/** Reads files of the site, and counts what has come. */
import { Wait } from '../waits/wait'
import { Unstartable } from './unstartable'
import type { SiteFile } from './worker_messages'

export class SiteReader {
  #came = 0

  /** `total`: bytes of all files that will be read; `tell` gets how much of them has come, 0 .. 1. */
  constructor(
    readonly base: string,
    readonly total: number,
    readonly tell: (part: number) => void,
  ) {}

  /** Rejects with Unstartable. */
  async read(file: SiteFile): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#whole(file, await this.#open(file.path)))
  }

  /** A file that is there compressed: plain file servers do not compress. Rejects with Unstartable. */
  async unpacked(file: SiteFile): Promise<ArrayBuffer> {
    const stream = (await this.#open(file.path)).pipeThrough(new DecompressionStream('gzip'))
    return this.#whole(file, stream)
  }

  async #whole({ path }: SiteFile, stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<ArrayBuffer> {
    try {
      return await new Response(stream).arrayBuffer()
    } catch {
      throw new Unstartable(`The file ${path} is incomplete. Check the connection, and load the page again.`)
    }
  }

  async #open(path: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const controller = new AbortController()
    const stalled = new Wait(() => controller.abort())
    stalled.begin('stalled')
    let response: Response
    try {
      response = await fetch(new URL(path, this.base), { signal: controller.signal })
    } catch {
      throw new Unstartable('Some files could not be fetched; check the connection, and load the page again.')
    }
    if (!response.ok || !response.body) stalled.end()
    if (response.status === 404)
      throw new Unstartable('Some files on the server are of another version than this page; load the page again.')
    if (!response.ok || !response.body)
      throw new Unstartable(`The server answered ${response.status} for ${path}; load the page again in a minute.`)
    return response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (chunk, stream) => {
          stalled.begin('stalled')
          this.#came += chunk.byteLength
          this.tell(Math.min(1, this.#came / this.total))
          stream.enqueue(chunk)
        },
        flush: () => stalled.end(),
      }),
    )
  }
}

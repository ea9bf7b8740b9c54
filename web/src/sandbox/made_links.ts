/** A game as the end of a link: compressed, after the #, so that no server sees it. */
import { NO_GAME, madeGame, type MadeGame } from './made_game'

const LONGEST_LINK = 600_000 // letters of such an end
const MOST_BYTES = 4_000_000 // bytes of what it unpacks to
const PIECE = 1_000 // bytes that are unpacked at once, to a thousand times as many at most

export async function linkEnd(game: MadeGame): Promise<string> {
  const stream = new Blob([JSON.stringify(game)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let letters = ''
  for (const byte of bytes) letters += String.fromCharCode(byte)
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The game at the end of a link. Rejects with a sentence. */
export async function gameOfLink(end: string): Promise<MadeGame> {
  if (end.length % 4 === 1 || end.length > LONGEST_LINK || !/^[\w-]+$/.test(end)) throw new Error(NO_GAME)
  const bytes = Uint8Array.from(atob(end.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  const stream = pieces(bytes).pipeThrough(new DecompressionStream('deflate-raw'))
  return madeGame(await textOf(stream))
}

function pieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream({
    pull(stream) {
      if (at >= bytes.length) return stream.close()
      stream.enqueue(bytes.subarray(at, (at += PIECE)))
    },
  })
}

/** A small link may unpack to more than a page holds. */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let size = 0; ;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      size += value.byteLength
      if (size > MOST_BYTES) throw new Error(NO_GAME)
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    void reader.cancel().catch(() => {})
    throw new Error(NO_GAME)
  }
}

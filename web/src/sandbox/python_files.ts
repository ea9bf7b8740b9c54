/** The files of Python, which the page fetches for a worker that cannot. */
import { endingAfter } from '../waits/wait'
import type { PythonFiles } from './python_messages'

const NO_PYTHON = 'Python did not come whole; check the connection, and load the page again.'

interface FilesOfPython {
  files: PythonFiles
  given: Record<string, Blob> // by address
}

/** All of them. `list`: the address of the one that names the others; `came` hears how much is here, 0 .. 1, and of how
 *  many bytes. Rejects with a sentence. */
export async function comingFiles(
  list: URL,
  base: string,
  came: (part: number, bytes: number) => void,
): Promise<FilesOfPython> {
  try {
    const files = await endingAfter('request', async (signal) => {
      const response = await fetch(list, { signal })
      return (await response.json()) as PythonFiles
    })
    let bytes = 0
    const count = (more: number) => came(Math.min(1, (bytes += more) / files.bytes), files.bytes)
    const names = [files.script, files.wasm, files.library, files.packages]
    const addresses = names.map((name) => new URL(name, base).href)
    const parts = await Promise.all(addresses.map((address) => counted(address, count)))
    return { files, given: Object.fromEntries(addresses.map((address, i) => [address, parts[i]!])) }
  } catch {
    throw new Error(NO_PYTHON)
  }
}

function counted(address: string, count: (more: number) => void): Promise<Blob> {
  return endingAfter('file', async (signal) => {
    const response = await fetch(address, { signal })
    if (!response.ok) throw new Error(String(response.status))
    const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, stream) {
        count(chunk.byteLength)
        stream.enqueue(chunk)
      },
    })
    return new Response(response.body!.pipeThrough(counting)).blob()
  })
}

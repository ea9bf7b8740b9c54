/** Starts CPython in this worker, from files of the site alone. */
import { loadPyodide, type PyodideAPI } from 'pyodide'
import { endingAfter } from '../waits/wait'
import type { PythonFiles } from './python_messages'

type Config = NonNullable<Parameters<typeof loadPyodide>[0]>
type Creator = NonNullable<Config['createPyodideModule']>

const WASM = 'pyodide.asm.wasm' // as Pyodide asks for it

/** CPython with the packages in place; `came` hears how much of the files is here, 0 .. 1. Rejects with a sentence. */
export async function python(base: string, files: PythonFiles, came: (part: number) => void): Promise<PyodideAPI> {
  let bytes = 0
  const count = (more: number) => came(Math.min(1, (bytes += more) / files.bytes))
  const [script, wasm, library, packages] = await Promise.all([
    read(base, files.script, count, true),
    read(base, files.wasm, count, true),
    read(base, files.library, count),
    read(base, files.packages, count),
  ])
  const create = await withAddress(script, 'text/javascript', async (address) => {
    return ((await import(/* @vite-ignore */ address)) as { default: Creator }).default
  })
  const pyodide = await withAddress(library, 'application/zip', (stdLibURL) =>
    givingWasm(wasm, () =>
      loadPyodide({
        indexURL: base,
        packageBaseUrl: base, // never read; without it Pyodide would know the address of another host
        lockFileContents: JSON.stringify({ info: files.build, packages: {} }), // no others are ever loaded
        stdLibURL,
        createPyodideModule: create,
        stderr: () => {}, // how far the laws are
        env: { PYTHONNODEBUGRANGES: '1' },
      }),
    ),
  )
  const extractDir = pyodide.runPython('import sysconfig; sysconfig.get_path("purelib")') as string
  pyodide.unpackArchive(packages, 'zip', { extractDir })
  return pyodide
}

/** A file of the site. Plain file servers do not compress, so some are `packed`. */
async function read(base: string, path: string, count: (more: number) => void, packed = false): Promise<ArrayBuffer> {
  try {
    return await endingAfter('file', async (signal) => {
      const response = await fetch(new URL(path, base), { signal })
      if (!response.ok) throw new Error(String(response.status))
      const counted = response.body!.pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(chunk, stream) {
            count(chunk.byteLength)
            stream.enqueue(chunk)
          },
        }),
      )
      const whole = packed ? counted.pipeThrough(new DecompressionStream('gzip')) : counted
      return new Response(whole).arrayBuffer()
    })
  } catch {
    throw new Error('Python did not come whole; check the connection, and load the page again.')
  }
}

async function withAddress<T>(data: BlobPart, type: string, use: (address: string) => Promise<T>): Promise<T> {
  const address = URL.createObjectURL(new Blob([data], { type }))
  try {
    return await use(address)
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Pyodide fetches its WebAssembly itself and has no setting for another source, so `fetch` answers with what is here. */
async function givingWasm<T>(wasm: ArrayBuffer, use: () => Promise<T>): Promise<T> {
  const { fetch } = globalThis
  globalThis.fetch = (input, init) =>
    String(input).endsWith(`/${WASM}`)
      ? Promise.resolve(new Response(wasm, { headers: { 'content-type': 'application/wasm' } }))
      : fetch(input, init)
  try {
    return await use()
  } finally {
    globalThis.fetch = fetch
  }
}

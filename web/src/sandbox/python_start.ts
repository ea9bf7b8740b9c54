/** Starts CPython in this worker. */
import { loadPyodide, type PyodideAPI } from 'pyodide'
import { fetched } from '../given/given_files'
import type { PythonFiles } from './python_messages'

type Config = NonNullable<Parameters<typeof loadPyodide>[0]>
type Creator = NonNullable<Config['createPyodideModule']>

const WASM = 'pyodide.asm.wasm' // as Pyodide asks for it

/** CPython with the packages in place, from files that this worker was given. */
export async function python(base: string, files: PythonFiles): Promise<PyodideAPI> {
  const [script, wasm, library, packages] = await Promise.all([
    read(base, files.script, true),
    read(base, files.wasm, true),
    read(base, files.library),
    read(base, files.packages),
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
async function read(base: string, path: string, packed = false): Promise<ArrayBuffer> {
  const response = await fetched(new URL(path, base))
  return packed
    ? new Response(response.body!.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
    : response.arrayBuffer()
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

/** Starts CPython in this worker, from files of the site alone. */
import { loadPyodide, type PyodideAPI } from 'pyodide'
import type { SiteFiles } from './worker_messages'
import type { SiteReader } from './site_files'

type Config = NonNullable<Parameters<typeof loadPyodide>[0]>
type Creator = NonNullable<Config['createPyodideModule']>

const WASM = 'pyodide.asm.wasm' // as Pyodide asks for it

/** CPython with the packages in place. Rejects with Unstartable where a file is missing. */
export async function python(files: SiteFiles, reader: SiteReader): Promise<PyodideAPI> {
  // all at once, and one that is missing is said before anything starts
  const [script, wasm, library, ...packages] = await Promise.all([
    reader.unpacked(files.script),
    reader.unpacked(files.wasm),
    reader.read(files.library),
    ...files.packages.map((file) => reader.read(file)),
  ])
  const create = await importedFrom(script, 'text/javascript')
  const pyodide = await withAddress(library, 'application/zip', (stdLibURL) =>
    givingWasm(wasm, () =>
      loadPyodide({
        indexURL: reader.base,
        packageBaseUrl: reader.base, // never read; without it Pyodide would know the address of another host
        lockFileContents: JSON.stringify({ info: files.build, packages: {} }), // no others are ever loaded
        stdLibURL,
        createPyodideModule: create,
        env: { PYTHONNODEBUGRANGES: '1' },
      }),
    ),
  )
  const extractDir = pyodide.runPython('import sysconfig; sysconfig.get_path("purelib")') as string
  for (const zip of packages) pyodide.unpackArchive(zip, 'zip', { extractDir })
  return pyodide
}

/** What a script exports by default. */
function importedFrom(script: ArrayBuffer, type: string): Promise<Creator> {
  return withAddress(script, type, async (address) => {
    const { default: creator } = (await import(/* @vite-ignore */ address)) as { default: Creator }
    return creator
  })
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

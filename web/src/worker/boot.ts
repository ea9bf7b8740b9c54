/** Starts CPython with our own Python in a worker of a static site. */
import type { PyodideAPI } from 'pyodide'
import { python } from './python'
import { SiteReader } from './site_files'
import { Unstartable, lacking } from './unstartable'
import type { SiteFile, SiteFiles } from './worker_messages'

const FETCHED = 0.6 // of the bar: everything has come
const STARTED = 0.8 // CPython runs

/** `tell` gets how far it is, 0 .. 1. Rejects with Unstartable. */
export async function boot(base: string, files: SiteFiles, tell: (part: number) => void): Promise<PyodideAPI> {
  const lack = lacking()
  if (lack) throw new Unstartable(lack)
  const needed: SiteFile[] = [files.wasm, files.script, files.library, ...files.packages]
  const total = needed.reduce((sum, { bytes }) => sum + bytes, 0)
  const pyodide = await python(files, new SiteReader(base, total, (part) => tell(part * FETCHED)))
  tell(STARTED)
  return pyodide
}

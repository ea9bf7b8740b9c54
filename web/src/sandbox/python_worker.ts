/** A worker with Python: it makes a game from its texts, and tries its laws. One question at a time. */
import type { PyodideAPI } from 'pyodide'
import { giveFiles } from '../given/given_files'
import type { FromPython, PythonFunction, ToPython } from './python_messages'
import { python } from './python_start'

const FOLDER = '/home/pyodide/games'
type Library = Record<PythonFunction, (...given: (string | number)[]) => string> & { begin(folder: string): void }

let library: Library
let PythonError: PyodideAPI['ffi']['PythonError']

const tell = (message: FromPython) => postMessage(message)

onmessage = ({ data }: MessageEvent<ToPython>) => {
  if (data.kind === 'ask') answer(data)
  else void start(data).catch((error: Error) => tell({ kind: 'broken', words: error.message }))
}

async function start({ base, files, given = {} }: ToPython & { kind: 'start' }): Promise<void> {
  giveFiles(given)
  library = imported(await python(base, files))
  library.begin(FOLDER)
  tell({ kind: 'ready' })
}

function imported(pyodide: PyodideAPI): Library {
  PythonError = pyodide.ffi.PythonError
  pyodide.runPython('from rookery.workshop.page import stand_ins; stand_ins.install()')
  return pyodide.pyimport('rookery.workshop.page.made_in_page') as unknown as Library
}

function answer({ id, name, given }: ToPython & { kind: 'ask' }): void {
  try {
    tell({ kind: 'answer', id, text: library[name](...given) })
  } catch (error) {
    const last = (error as Error).message.trim().split('\n').at(-1) ?? ''
    const words = `Python failed: ${last}`
    tell(error instanceof PythonError ? { kind: 'failed', id, words } : { kind: 'broken', words })
  }
}

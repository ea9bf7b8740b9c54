/** What a page and the worker with Python say to each other. */

/** The files of Python of a site, by their paths from its folder (src/rookery/site/page_python.py). */
export interface PythonFiles {
  wasm: string // CPython, compressed
  script: string // what connects it with the browser, compressed
  library: string // its standard library, a zip
  packages: string // our library, and what that needs, a zip
  build: object // what Pyodide says of itself
  bytes: number // of all files
}

/** A function of src/rookery/workshop/page/made_in_page.py. */
export type PythonFunction =
  | 'start_texts'
  | 'texts_in'
  | 'zip_of'
  | 'opened'
  | 'board'
  | 'replayed'
  | 'laws'
  | 'lessons'
  | 'finished'
  | 'balance'
  | 'more_balance'

export type ToPython =
  | { kind: 'start'; base: string; files: PythonFiles; given?: Record<string, Blob> } // `given`: by address
  | { kind: 'ask'; id: number; name: PythonFunction; given: (string | number)[] }

export type FromPython =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; text: string } // JSON
  | { kind: 'failed'; id: number; words: string }
  | { kind: 'broken'; words: string } // it cannot start, or cannot go on

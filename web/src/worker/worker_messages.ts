/** What a page and its worker say to each other. */

/** What the parlour of a site is made of. */
export interface ParlourFiles {
  version: string // of the whole site
  program: string // the path of the parlour
  codes: Record<string, string> // slug -> the name of the code with which pages draw the game
}

/** The only game of a worker, which the site does not have. */
export interface OnlyGame {
  codes: Record<string, string> // as of ParlourFiles
  files: Record<string, Blob> // by address; and the program
  told: string // the address of the one that tells the program of the game (src/rookery/offline/told_game.py)
}

export type StoreCall =
  | { method: 'put'; entries: [string, Uint8Array][] }
  | { method: 'get'; prefix: string }
  | { method: 'remove'; keys: string[] }

export type ToWorker =
  // `base`: the address of the site's folder; with a `given` game the page keeps what the worker stores
  | { kind: 'start'; base: string; files: ParlourFiles; given?: OnlyGame }
  | { kind: 'stored'; id: number; found: [string, Uint8Array][]; failed: string } // see DistantStorage.hear
  | { kind: 'request'; id: number; method: string; path: string; body: string }
  | { kind: 'connect'; id: number; table: string }
  | { kind: 'say'; id: number; text: string }
  | { kind: 'end'; id: number }
  | { kind: 'advice'; id: number; text: string | null } // of the engine to a bot; null: it gave none

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; words: string } // a sentence; the worker does nothing more
  | { kind: 'reply'; id: number; status: number; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }
  | { kind: 'heard'; id: number; text: string }
  | { kind: 'closed'; id: number }
  | { kind: 'advise'; id: number; asked: string } // for the engine, as JSON: what a bot sees
  | { kind: 'store'; id: number; call: StoreCall }
  | { kind: 'notice'; words: string } // a sentence to show until the next; "": none

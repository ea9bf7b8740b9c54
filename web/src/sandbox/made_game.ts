/** Games that people made, as a page gets them: by a link, or from its own editor. Nothing of them is trusted. */
import type { OnlyGame } from '../worker/worker_messages'

/** All that it takes to play a game that the page does not know (src/rookery/workshop/page/made_game.py). */
export interface MadeGame {
  slug: string
  name: string
  made_for: string // the name of the engine's program: that of another version may not fit
  files: Readonly<Record<string, string>> // path from the folder of a site -> text
  module: string // of WebAssembly, in base64
  site: string // what the parlour is told of the game: a module of JavaScript
  engine: string // what the engine is told
  given: string // all but the module of what a server takes of it, as JSON; '': it takes no such game
  texts: Readonly<Record<string, string>> // what somebody wrote: path in the folder of the game -> text
}

export const NO_GAME = 'This link holds no game, or not all of it. Ask for the whole link.'

const LARGEST_GAME = 4_000_000 // letters
const MOST_NESTED = 2 // levels of its JSON
const MOST_FILES = 300 // files
const SLUG_OF_GAME = /^[a-z][a-z0-9_]{0,40}$/
const PATH = /^[\w./-]{1,120}$/
const NAME_LETTERS = 60
const UNSEEN_LETTERS = /[\p{C}\p{Zl}\p{Zp}]/gu // letters that turn the text around them, and breaks
const PILES = /(\p{M}{2})\p{M}+/gu // of marks on one letter: they would lie over other lines
const TEXTS = ['module', 'site', 'engine', 'made_for'] as const
const GIVEN = /^(\{.*)\}$/s
export const MADE_ID = /^[a-z][a-z0-9_]{0,40}-[0-9a-f]{16}$/

/** The game of a text. Throws an Error with a sentence for all else. */
export function madeGame(text: string): MadeGame {
  let told: unknown
  try {
    told = text.length <= LARGEST_GAME && isFlat(text) ? JSON.parse(text) : null
  } catch {
    told = null
  }
  if (!isMadeGame(told)) throw new Error(NO_GAME)
  const { slug, name, made_for, files, module, site, engine, texts } = told
  const given = told.given ?? '' // games of older versions have none
  return { slug, name: shownName(name), made_for, files, module, site, engine, given, texts }
}

/** Whether no part of a JSON text is deep inside others: that takes a browser seconds to read. */
function isFlat(text: string): boolean {
  let [depth, inside] = [0, false] // inside: a string
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') inside = !inside
    else if (inside) at += Number(letter === '\\')
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    if (depth > MOST_NESTED) return false
  }
  return true
}

function isMadeGame(told: unknown): told is Omit<MadeGame, 'given'> & { given?: string } {
  const game = told as Partial<MadeGame> | null
  return (
    typeof game?.slug === 'string' &&
    SLUG_OF_GAME.test(game.slug) &&
    typeof game.name === 'string' &&
    shownName(game.name) !== '' &&
    TEXTS.every((name) => typeof game[name] === 'string') &&
    typeof (game.given ?? '') === 'string' &&
    [game.files, game.texts].every(areFiles)
  )
}

const shownName = (name: string): string =>
  name.slice(0, NAME_LETTERS).replace(UNSEEN_LETTERS, '').replace(PILES, '$1').trim()

function areFiles(files: unknown): files is Record<string, string> {
  if (typeof files !== 'object' || files === null || Array.isArray(files)) return false
  const listed = Object.entries(files)
  return (
    listed.length <= MOST_FILES &&
    listed.every(([path, text]) => PATH.test(path) && !path.split('/').includes('..') && typeof text === 'string')
  )
}

/** The texts of a game that Python tells of. Throws an Error with a sentence. */
export function textsIn(told: unknown): MadeGame['texts'] {
  if (!areFiles(told)) throw new Error('Python answered with something else than a game.')
  return told
}

/** Its name here: of equal games the same one. */
export async function madeId(game: MadeGame): Promise<string> {
  return `${game.slug}-${await hashOf(JSON.stringify(game), 8)}`
}

/** What a server takes of it, as JSON. Throws an Error with a sentence. */
export function givenGame({ given, module }: MadeGame): string {
  const [, start] = GIVEN.exec(given) ?? []
  if (!start)
    throw new Error('This game can be played in one browser only: it is larger than servers take from people.')
  return `${start},"module":${JSON.stringify(module)}}`
}

/** The slug that it has on a server. Rejects with a sentence. */
export async function slugOnServers(game: MadeGame): Promise<string> {
  return `made-${await hashOf(givenGame(game), 16)}`
}

/** `length`: of the hash, in bytes. */
async function hashOf(text: string, length: number): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...digest.slice(0, length)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const TOLD = 'told.js'

/** What a worker is given of it that has a program of the site. `program`: the path of that. Rejects with a sentence. */
export async function givenTo(
  worker: 'site' | 'engine',
  game: MadeGame,
  base: string,
  program: string,
): Promise<OnlyGame> {
  const address = (path: string) => new URL(path, base).href
  const response = await fetch(address(program)).catch(() => null)
  if (!response?.ok) throw new Error('Some files could not be fetched; check the connection, and load the page again.')
  const { module } = JSON.parse(game.files[`engine/games/${game.slug}.json`] ?? '{}') as { module?: string }
  const codes = Object.keys(game.files).filter((path) => path.startsWith('code/'))
  const files = Object.entries(game.files).map(([path, text]) => [address(path), new Blob([text])])
  return {
    codes: { [game.slug]: (codes[0] ?? '').slice('code/'.length) },
    files: {
      ...(Object.fromEntries(files) as Record<string, Blob>),
      [address(`engine/${module}`)]: new Blob([bytesOf(game.module)]),
      [address(program)]: await response.blob(),
      [address(TOLD)]: new Blob([game[worker]]),
    },
    told: address(TOLD),
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    throw new Error(NO_GAME)
  }
}

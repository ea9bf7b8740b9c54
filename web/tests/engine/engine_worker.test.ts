/** A worker of the engine, which the test tells what a page tells it. Its program and its games are tiny. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FromEngineWorker, ToEngineWorker } from '../../src/engine/engine_messages'

const VERSIONS = 'Some files on the server are of another version than this page; load the page again.'
const UNREACHED = 'Some files could not be fetched; check the connection, and ask again.'
const BASE = 'http://host/engine/'
const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]) // a module with nothing

let address = 0
const script = (text: string) => `data:text/javascript,${encodeURIComponent(`${text} // ${address++}`)}`
/** Says what it is asked, and of which games it got the code. */
const engine = (needs: string[] = []) =>
  script(`export const needs = ${JSON.stringify(needs)}
export default () => {
  const opened = []
  let tell
  const said = (kind) => (number) => tell(number, kind, opened.join())
  return {
    start: (given) => ((tell = given), Object.fromEntries(
      ['analyse', 'threat', 'advise', 'review', 'attempt', 'stop', 'pause', 'prepare'].map((kind) => [kind, said(kind)]),
    )),
    knows: (slug) => slug.endsWith('fish') || slug === 'chess', // a list raises TypeError, as in Python
    open_game: (slug) => opened.push(slug),
    broken: (slug, reason) => new Error(slug + reason),
  }
}`)
const code = (needs: string[] = []) =>
  script(`export const needs = ${JSON.stringify(needs)}
export const layout = []
export default () => ({ action_form: ['a', 0] })`)

const told: FromEngineWorker[] = []
const files = new Map<string, () => Response>() // by address
let program: string

beforeEach(async () => {
  vi.resetModules()
  told.length = 0
  files.clear()
  program = engine()
  vi.stubGlobal('postMessage', (message: FromEngineWorker) => told.push(message))
  vi.stubGlobal('fetch', (asked: URL) => {
    const found = files.get(String(asked))
    return found ? Promise.resolve(found()) : Promise.reject(new TypeError('Failed to fetch'))
  })
  await import('../../src/engine/engine_worker')
})
afterEach(() => {
  self.onmessage = null
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const say = (message: ToEngineWorker) => self.onmessage!({ data: message } as MessageEvent)
const start = (named = program) => say({ kind: 'start', base: BASE, files: { program: named } })
const question = (game: string) => JSON.stringify({ view: JSON.stringify({ game }) })
const ask = (number: number, game = 'go-fish') => say({ kind: 'threat', number, question: question(game) })
const answers = (count: number) => vi.waitFor(() => expect(told.length).toBeGreaterThanOrEqual(count)).then(() => told)
const refused = (text: string, number = 1) => ({ kind: 'told', number, what: 'refused', text })
const answered = (number: number, text = 'go-fish') => ({ kind: 'told', number, what: 'threat', text })

/** What is there of a game. */
function serve(game: string, { made = program, drawn = code() } = {}): void {
  const named = { code: drawn, module: `${game}.wasm`, description: `${game}.description`, program: made }
  files.set(`${BASE}games/${game}.json`, () => Response.json(named))
  files.set(`${BASE}${game}.wasm`, () => new Response(EMPTY))
  files.set(`${BASE}${game}.description`, () => Response.json({ kernels: {}, records: {}, networks: {} }))
}

test('the files of a game are fetched once, for its first question', async () => {
  serve('go-fish')
  start()
  ask(1)
  ask(2)
  say({ kind: 'prepare', game: 'go-fish' })
  expect(await answers(4)).toEqual([
    { kind: 'ready' },
    answered(1),
    answered(2),
    { kind: 'told', number: 'go-fish', what: 'prepare', text: 'go-fish' },
  ])
})

test('the engine itself is asked about a game that it does not know, and nothing is prepared', async () => {
  start()
  say({ kind: 'prepare', game: 'poker' })
  ask(1, 'poker')
  say({ kind: 'threat', number: 2, question: 'no JSON' })
  say({ kind: 'threat', number: 3, question: JSON.stringify({ record: '{"game": ["go-fish", 1]}\n' }) })
  expect(await answers(4)).toEqual([{ kind: 'ready' }, answered(1, ''), answered(2, ''), answered(3, '')])
})

test('a program that is gone from the server is of another version; one that does not come is fetched again', async () => {
  files.set(`${BASE}gone.js`, () => new Response('', { status: 404 }))
  start('gone.js')
  expect(await answers(1)).toEqual([{ kind: 'failed', words: VERSIONS }])
  start('other.js')
  expect((await answers(2))[1]).toEqual({ kind: 'failed', words: UNREACHED })
  start(engine(['no_such_function']))
  expect((await answers(3))[2]).toEqual({ kind: 'failed', words: VERSIONS })
})

test.each([
  ['for another program', () => serve('go-fish', { made: 'engine.older.js' })],
  ['with code for another page', () => serve('go-fish', { drawn: code(['no_such_function']) })],
  [
    'gone',
    () => files.set(`${BASE}games/go-fish.json`, () => Response.json({ code: 'X', words: 'x' }, { status: 404 })),
  ],
])('files of a game that are %s are of another version, and the engine goes on', async (_, serveThem) => {
  serveThem()
  serve('chess')
  start()
  ask(1)
  ask(2, 'chess')
  expect(await answers(3)).toEqual([{ kind: 'ready' }, refused(VERSIONS), answered(2, 'chess')])
})

test('what a server says of a game is told', async () => {
  const words = 'Go Fish cannot be analysed here'
  files.set(`${BASE}games/go-fish.json`, () => Response.json({ code: 'BrokenModule', words }, { status: 404 }))
  start()
  ask(1)
  expect((await answers(2))[1]).toEqual(refused(words))
})

test('a file that came in part is fetched again for the next question', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  serve('go-fish')
  files.set(`${BASE}go-fish.wasm`, () => new Response(EMPTY.slice(0, 6)))
  start()
  ask(1)
  expect((await answers(2))[1]).toEqual(refused(UNREACHED))
  serve('go-fish')
  ask(2)
  expect((await answers(3))[2]).toEqual(answered(2))
})

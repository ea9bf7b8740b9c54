/** The parlour of a page that a server has sent: requests are HTTP, a conversation is a WebSocket. */
import type { Engine } from '../engine/engine'
import type { EngineFiles } from '../engine/engine_messages'
import { newEngine } from '../engine/new_engine'
import { doubts } from '../waits/doubts.svelte'
import type { Limit } from '../waits/limits'
import { endingAfter } from '../waits/wait'
import type { Painter } from '../painting/painter'
import { painterHere } from '../painting/painter_here'
import { madeSlug } from './made_slugs'
import { MadeTables, tableAtServer, tableHere } from './made_tables'
import type { Parlour } from './parlour'
import { ReconnectingSocket, socketAddress } from './socket'

const SERVER_SILENT = 'The server does not answer; try again in a moment.'
const SERVER_SLOW = 'The server has not answered yet. Still waiting …'
const BEING_MADE = 202 // the status of an answer after a second: ask again
const MOST_POLLS = 600
const BODILESS = new Set([204, 205, 304]) // statuses of answers that have no body

/** What the server says of its engine. */
interface NamedFiles extends EngineFiles {
  games: string[] // slugs of those that it knows
}

interface EngineHere {
  engine: Engine
  games: readonly string[]
}

let asked: Promise<EngineHere | null> | null = null

async function engineHere(): Promise<EngineHere | null> {
  let response = await whole('/api/engine', undefined, 'request') // nobody waits for it yet, so no doubts
  for (let asked = 0; response.status === BEING_MADE && asked < MOST_POLLS; asked++)
    response = await whole('/api/engine', undefined, 'request')
  if (!response.ok) throw new Error('The server does not say whether it has an engine.')
  const files = (await response.json()) as NamedFiles | null
  return files && { engine: newEngine(files, new URL('/engine/', location.href).href), games: files.games }
}

async function whole(path: string, init: RequestInit | undefined, limit: Limit): Promise<Response> {
  try {
    return await endingAfter(limit, async (signal) => {
      const response = await fetch(path, { ...init, signal })
      return new Response(BODILESS.has(response.status) ? null : await response.arrayBuffer(), response)
    })
  } catch {
    throw new Error(SERVER_SILENT)
  }
}

/** Of the site that the server has for it, whose folder it names in its page. */
function workshopHere(): string {
  const folder = document.querySelector<HTMLMetaElement>('meta[name="workshop"]')?.content
  return folder ? `${folder}?workshop` : ''
}

const lentGames = () => import('../sandbox/lent_game') // few people ever need it
const sandboxed = document.querySelector('meta[name="sandboxed"]') !== null // what games draw may never end
const lent = new Map<string, () => Promise<Painter>>() // by the name of the code

async function painter(name: string): Promise<Painter> {
  const made = madeSlug(name)
  if (made) return (await lentGames()).lentPainter(made)
  const address = `/code/${name}`
  if (!sandboxed) return painterHere(address)
  const { distantPainter } = await import('../sandbox/distant_painter')
  const code = await whole(address, undefined, 'request')
  if (!code.ok) throw new Error('The rules of the game did not load. Load the page again.')
  return distantPainter(new URL('/', location.href).href, name, await code.blob())
}

export const parlour: Parlour = {
  can: {
    anyAddress: true,
    friends: true,
    reminders: true,
    status: true,
    links: true,
    exports: ['record', 'txt', 'svg', 'png', 'gif', 'pdf'],
  },
  folder: '/',
  site: null,
  workshop: workshopHere(),
  made: '',
  home: null,

  async request(path, init, limit = 'request') {
    const made = madeSlug(path)
    if (made) return (await lentGames()).lentFile(made, path)
    return doubts.during('slow', SERVER_SLOW, whole(path, init, limit))
  },

  async engine(slug) {
    asked ??= engineHere().catch(() => {
      asked = null // the line may be back when it is asked again
      return null
    })
    const here = await asked
    return here && (slug === undefined || here.games.includes(slug)) ? here.engine : null
  },

  forgetEngine() {
    const before = asked
    asked = null
    void before?.then((here) => here?.engine.end())
  },

  converse: (table, listener) =>
    new MadeTables(
      listener,
      (heard) => new ReconnectingSocket(socketAddress(table), heard),
      (welcome) => tableAtServer(welcome) ?? (sandboxed ? tableHere(welcome, painter) : null),
    ),

  code: (name) => `/code/${name}`,
  painter: (name) => lent.get(name)?.() ?? painter(name),
  lend: (name, painter) => void lent.set(name, painter),
}

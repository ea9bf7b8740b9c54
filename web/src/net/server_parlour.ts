/** The parlour of a page that a server has sent: requests are HTTP, a conversation is a WebSocket. */
import type { Engine } from '../engine/engine'
import { newEngine } from '../engine/new_engine'
import type { SiteFiles } from '../worker/worker_messages'
import type { Parlour } from './parlour'
import { ReconnectingSocket, socketAddress } from './socket'

/** What the server says of its engine. */
interface EngineFiles extends SiteFiles {
  games: string[] // slugs of those that it knows
}

interface EngineHere {
  engine: Engine
  games: readonly string[]
}

let asked: Promise<EngineHere | null> | null = null

async function engineHere(): Promise<EngineHere | null> {
  const response = await parlour.request('/api/engine')
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  const files = (await response.json()) as EngineFiles | null
  return files && { engine: newEngine(files, new URL('/engine/', location.href).href), games: files.games }
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
  home: null,

  async request(path, init) {
    try {
      return await fetch(path, init)
    } catch {
      throw new Error('The server does not answer; try again in a moment.')
    }
  },

  async engine(slug) {
    asked ??= engineHere().catch(() => {
      asked = null // the line may be back when it is asked again
      return null
    })
    const here = await asked
    return here && (slug === undefined || here.games.includes(slug)) ? here.engine : null
  },

  converse: (table, listener) => new ReconnectingSocket(socketAddress(table), listener),
}

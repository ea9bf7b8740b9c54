/** Games that people made, as this browser keeps them. */
import { BrowserStorage } from '../worker/browser_storage'
import { madeGame, madeId, type MadeGame } from './made_game'

const storages = new Map<string, BrowserStorage>()

function storage(base: string): BrowserStorage {
  const name = `rookery made ${new URL(base).pathname}`
  const known = storages.get(name) ?? new BrowserStorage(name)
  storages.set(name, known)
  return known
}

/** Keeps it; returns its id. Rejects with a DOMException where the browser keeps nothing. */
export async function keepGame(base: string, game: MadeGame, named = madeId): Promise<string> {
  const id = await named(game)
  await storage(base).put([[id, new TextEncoder().encode(JSON.stringify(game))]])
  return id
}

/** Those of this browser, in the order of their names. */
export async function keptGames(base: string): Promise<{ id: string; name: string }[]> {
  const found = (await storage(base).get('')).map(([id, bytes]) => ({ id, game: readable(bytes) }))
  const named = found.flatMap(({ id, game }) => (game ? [{ id, name: game.name }] : []))
  return named.sort((one, other) => one.name.localeCompare(other.name))
}

/** Null: an older page kept it in another form. */
function readable(bytes: Uint8Array): MadeGame | null {
  try {
    return madeGame(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

/** The game of an id; null: this browser has none. */
export async function keptGame(base: string, id: string): Promise<MadeGame | null> {
  const [found] = await storage(base).get(id)
  return found?.[0] === id ? madeGame(new TextDecoder().decode(found[1])) : null
}

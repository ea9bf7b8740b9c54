/** What an author begins with: the games of this site, each a .zip that comes when somebody chooses it; the handbook. */
import { endingAfter } from '../waits/wait'

export interface GameToChange {
  name: string
  file: string // its path from the folder of the page
  bytes: number
}

/** The small games with which one begins (src/rookery/workshop/starts). */
export const SMALL_GAMES = [
  { kind: 'squares', words: 'Stones on squares' },
  { kind: 'hexes', words: 'Stones on hexes' },
  { kind: 'cards', words: 'Cards' },
  { kind: 'dice', words: 'Dice' },
] as const

const NOT_THERE = 'This cannot be fetched; check the connection, and try again.'

/** `list`: the address of the list of Python's files, which names them. Rejects with a sentence. */
export async function gamesToChange(list: string): Promise<GameToChange[]> {
  const told = await fetched(list, (response) => response.json() as Promise<{ games?: GameToChange[] }>)
  return told.games ?? []
}

/** The handbook of authors, as HTML. Rejects with a sentence. */
export async function handbookHtml(list: string): Promise<string> {
  const { handbook } = await fetched(list, (response) => response.json() as Promise<{ handbook: string }>)
  return fetched(handbook, (response) => response.text())
}

/** The .zip of a game. Rejects with a sentence. */
export function gameFile(game: GameToChange): Promise<ArrayBuffer> {
  return fetched(game.file, (response) => response.arrayBuffer())
}

async function fetched<T>(path: string, use: (response: Response) => Promise<T>): Promise<T> {
  try {
    return await endingAfter('file', async (signal) => {
      const response = await fetch(new URL(path, document.baseURI), { signal })
      if (!response.ok) throw new Error(String(response.status))
      return use(response)
    })
  } catch {
    throw new Error(NOT_THERE)
  }
}

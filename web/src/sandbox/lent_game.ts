/** A game that somebody made, for the page of a server that knows its rules alone: this browser has all the rest, under
 * the slug that the game has there. */
import { parlour } from '#parlour'
import type { Painter } from '../painting/painter'
import type { GameCard } from '../protocol'
import { cardIn } from './cleaned'
import { distantPainter } from './distant_painter'
import { NO_GAME, slugOnServers, type MadeGame } from './made_game'
import { keepGame, keptGame } from './made_games'
import { linkEnd } from './made_links'

const NOT_HERE = 'Somebody made this game. Open the whole link that you were given: its pictures are in it.'

const base = () => new URL(parlour.folder, location.href).href

/** Keeps it; returns its slug on servers. Rejects with a sentence, or with a DOMException where nothing is kept. */
export function keepForServers(game: MadeGame): Promise<string> {
  return keepGame(base(), game, slugOnServers)
}

/** Whether this browser has it already. Rejects with a sentence if no server takes it. */
export async function isKeptForServers(game: MadeGame): Promise<boolean> {
  return (await keptGame(base(), await slugOnServers(game))) !== null
}

/** The kept game of a slug. Rejects with a sentence. */
export async function gameForServers(slug: string): Promise<MadeGame> {
  const game = await keptGame(base(), slug)
  if (!game) throw new Error(NOT_HERE)
  return game
}

/** Its card, as the page of a server shows it: people alone play there. Rejects with a sentence. */
export async function lentCard(slug: string): Promise<GameCard> {
  const { files } = await gameForServers(slug)
  return { ...cardIn(files['games.json']), slug, levels: [], lessons: 0, course: [], puzzles: 0 }
}

/** The end of a link that brings it. Rejects with a sentence. */
export async function lentLink(slug: string): Promise<string> {
  return linkEnd(await gameForServers(slug))
}

/** What draws it. Rejects with a sentence. */
export async function lentPainter(slug: string): Promise<Painter> {
  const { files } = await gameForServers(slug)
  return distantPainter(base(), nameOfCode(slug), new Blob([files[pathOfCode(files)]!]))
}

/** Its drawings, its picture or its rules. `path`: as a server would have the file. */
export async function lentFile(slug: string, path: string): Promise<Response> {
  const { slug: own, files } = await gameForServers(slug)
  const { cleanedHtml, cleanedSvg } = await import('./cleaned_markup')
  if (path.startsWith('/rules/')) {
    const written = pathOfCode(files).slice('code/'.length)
    return new Response(cleanedHtml((files[`rules/${own}.html`] ?? '').replaceAll(written, nameOfCode(slug))))
  }
  return new Response(cleanedSvg(files[path.slice(1).replace(slug, own)] ?? ''))
}

/** No name that somebody else chose. */
const nameOfCode = (slug: string) => `${slug}.js`

function pathOfCode(files: MadeGame['files']): string {
  const path = Object.keys(files).find((path) => path.startsWith('code/'))
  if (!path) throw new Error(NO_GAME)
  return path
}

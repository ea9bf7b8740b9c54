/** Draws with code in this page. It comes when it is needed. */
import type { Painter } from './painter'

/** `address`: of the code of a game. Rejects with a sentence, or with UnfitCode. */
export async function painterHere(address: string): Promise<Painter> {
  const [{ PagePainter }, { gameCode }] = await Promise.all([import('./painter'), import('../game/game')])
  return new PagePainter(await gameCode(address))
}

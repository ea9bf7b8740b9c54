/** A game made ready to be played and shared: Python compiles it once, and whoever gets it needs none. */
import { parlour } from '#parlour'
import { madeGame, type MadeGame } from '../sandbox/made_game'
import { Python } from '../sandbox/python'
import type { GameInPage } from './workshop_types'

const NOT_READY = 'The game was not ready within a minute, and was stopped. Does a loop never end?'

/** The game that Python opened last; `texts`: of it, once it is made. Rejects with a sentence. */
export async function finished(
  python: Python,
  slug: string,
  texts: () => Readonly<Record<string, string>>,
): Promise<MadeGame> {
  const asked = [slug, parlour.site!.engine.program]
  const made = await python.ask<MadeGame | { failure: string }>('finished', asked, 'games', NOT_READY)
  if ('failure' in made) throw new Error(made.failure)
  return madeGame(JSON.stringify({ ...made, texts: texts() }))
}

/** A game that was made for another version of this page, made again from its texts. Rejects with a sentence. */
export async function madeAgain({ slug, texts }: MadeGame, came: (part: number) => void): Promise<MadeGame> {
  const list = parlour.site?.python
  if (!list) throw new Error('This game was made for another version of Rookery, and there is no Python here.')
  const python = new Python(list, new URL('.', document.baseURI).href, came)
  try {
    const opened = await python.ask<GameInPage>('opened', [slug, JSON.stringify(texts)], 'games', NOT_READY)
    if (opened.failure) throw new Error(opened.failure.error)
    return await finished(python, slug, () => texts)
  } finally {
    python.end()
  }
}

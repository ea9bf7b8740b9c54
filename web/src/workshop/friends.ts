/** Where friends at other screens play a game that was made or opened on a site. */
import { parlour } from '#parlour'
import type { MadeAllowed } from '../protocol'

/** The address of the server's page for such games, without the # and the game; '': they cannot be played. */
export async function friendsPage(): Promise<string> {
  const server = parlour.site?.server
  if (!server) return ''
  const address = (path: string) => new URL(path, new URL(server, location.href))
  const page = address('given')
  if (page.origin !== location.origin) return page.href // it says itself whether it takes games
  try {
    const { allowed } = (await (await fetch(address('api/made'))).json()) as MadeAllowed
    return allowed ? page.href : ''
  } catch {
    return '' // no server is there, or not one of ours
  }
}

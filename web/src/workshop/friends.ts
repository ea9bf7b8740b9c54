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
  const response = await fetch(address('api/made')).catch(() => null)
  // a host of files may answer every address with its page
  const told = response?.ok ? ((await response.json().catch(() => null)) as MadeAllowed | null) : null
  return told?.allowed ? page.href : ''
}

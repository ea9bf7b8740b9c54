/** A table, at a server, of a game that somebody made and this browser keeps. */
import { answer, post } from '../net/requests'
import type { NewTable, TableLinks } from '../protocol'
import { gameForServers } from '../sandbox/lent_game'
import { givenGame } from '../sandbox/made_game'

/** `slug`: of the game on servers. Rejects with a sentence. */
export async function newLentTable(slug: string, order: NewTable): Promise<TableLinks> {
  const { seats, options = {}, clock = null, delay = 0 } = order
  const rest = JSON.stringify({ seats, options, clock, delay })
  // as a text: JSON.parse sorts the numbers of players, of which the first is the usual one
  const game = givenGame(await gameForServers(slug))
  return (await answer(await post('/api/made', `{"game":${game},${rest.slice(1)}`))) as TableLinks
}

/** Somebody takes a free seat. */
import { NAME_KEY, remember } from '../browser/saved_tables'
import { read } from '../browser/storage'
import { takeSeat } from '../net/api'
import { addresses } from '../router/route'

/** Takes a free seat; returns the table's address with its key. */
export async function sitDown(
  table: { id: string; title: string; name: string },
  seat: number,
  agreed: boolean, // that the game is rated
): Promise<string> {
  const { key } = await takeSeat(table.id, seat, read(NAME_KEY, ''))
  remember({ ...table, keys: [key], agreed })
  return addresses.table(table.id, [key])
}

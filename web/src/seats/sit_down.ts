/** Somebody takes a free seat. */
import { NAME_KEY, remember } from '../browser/saved_tables'
import { read } from '../browser/storage'
import { takeSeat } from '../net/api'
import type { SitAsked } from '../protocol'
import { addresses } from '../router/route'
import { ownTag } from '../tags/own_tag.svelte'

/** Takes a free seat; returns the table's address with its key. `rated`: whoever has a name tag agrees to that. */
export async function sitDown(
  table: { id: string; title: string; name: string },
  seat: number,
  rated: boolean,
): Promise<string> {
  const name = read(NAME_KEY, '')
  const asked: SitAsked = { table: table.id, seat, name }
  const { key } = await ownTag.as('/sit', asked, () => takeSeat(table.id, seat, name))
  remember({ ...table, keys: [key], agreed: rated && ownTag.possible && !ownTag.left })
  return addresses.table(table.id, [key])
}

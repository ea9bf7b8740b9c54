/** Somebody takes a free seat. */
import { NAME_KEY, remember } from '../browser/saved_tables'
import { read } from '../browser/storage'
import { takeSeat } from '../net/api'
import type { SitAsked } from '../protocol'
import { addresses } from '../router/route'
import { ownTag } from '../tags/own_tag.svelte'
import { within } from '../waits/wait'

const SEAT_SILENT =
  'The server does not answer. If it held the seat for you, the seat is free again: sit down once more.'

/** Takes a free seat; returns the table's address with its key. `rated`: whoever has a name tag agrees to that. */
export async function sitDown(
  table: { id: string; slug: string; name: string },
  seat: number,
  rated: boolean,
): Promise<string> {
  const name = read(NAME_KEY, '')
  const asked: SitAsked = { table: table.id, seat, name }
  const taken = ownTag.as('/sit', asked, () => takeSeat(table.id, seat, { name }))
  const { key } = await within('seat', SEAT_SILENT, taken)
  remember({ ...table, keys: [key], agreed: rated && ownTag.possible && !ownTag.left })
  return addresses.table(table.id, [key])
}

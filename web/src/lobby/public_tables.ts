/** Public tables, as the lobby lists them. */
import type { ListedTable } from '../protocol'
import { list } from '../text/english'
import { listedName } from '../text/seat_text'

/** The first free seat; -1 where there is none. */
export function freeSeat(table: ListedTable): number {
  return table.seats.findIndex((seat) => seat.open)
}

/** Tables with a free seat first; otherwise in the server's order. */
export function freeFirst(tables: readonly ListedTable[]): ListedTable[] {
  return [...tables.filter((table) => freeSeat(table) >= 0), ...tables.filter((table) => freeSeat(table) < 0)]
}

/** Who sits there: "Anna and Easy bot". */
export function companyText(table: ListedTable): string {
  return list(table.seats.filter((seat) => !seat.open).map(listedName))
}

/** What is going on there. */
export function stateText(table: ListedTable): string {
  const free = table.seats.filter((seat) => seat.open).length
  if (free > 0) return free === 1 ? '1 free seat' : `${free} free seats`
  return table.state === 'waiting' ? 'Waiting for players' : 'In progress'
}

/** Tells the server where this browser gets notifications, for the seats at this screen. */
import type { Table } from '../state'
import { alerts } from './alerts.svelte'
import { push } from './web_push.svelte'

/** Called while the page of a table is set up. */
export function keepSubscribed(table: Table): void {
  if (alerts.on) void push.start()
  const address = $derived(push.address)
  const seats = $derived(table.mine.join()) // a string, so that the same seats in a new card are no change
  let told = '' // the endpoint that the server knows
  $effect(() => {
    if (!table.up || seats === '' || address?.endpoint === told) return
    const subscription = address ?? { endpoint: told }
    if (address || told) for (const seat of table.mine) table.send({ type: 'subscribe', seat, ...subscription })
    told = address?.endpoint ?? ''
  })
}

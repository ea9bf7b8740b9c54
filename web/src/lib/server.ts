/** The few plain HTTP requests. A refusal becomes an Error whose message is one sentence to show. */
import type { GameCard, NewTable, Refused, Status, TableLinks } from '../protocol'
import { sentence } from './words'

export async function games(): Promise<GameCard[]> {
  return (await answer(await ask('/api/games'))) as GameCard[]
}

export async function newTable(order: NewTable): Promise<TableLinks> {
  const headers = { 'content-type': 'application/json' }
  return (await answer(await ask('/api/tables', { method: 'POST', headers, body: JSON.stringify(order) }))) as TableLinks
}

/** How the server is doing. */
export async function status(): Promise<Status> {
  return (await answer(await ask('/api/status'))) as Status
}

/** A game's rules page: an HTML fragment from our own server. */
export async function rules(title: string): Promise<string> {
  return text(`/rules/${title}`)
}

const drawings = new Map<string, Promise<string>>()

/** A game's drawings as SVG source, fetched once. */
export function art(title: string): Promise<string> {
  const known = drawings.get(title)
  if (known) return known
  const asked = text(`/art/${title}.svg`)
  drawings.set(title, asked)
  asked.catch(() => drawings.delete(title))
  return asked
}

async function text(address: string): Promise<string> {
  const response = await ask(address)
  if (!response.ok) await answer(response)
  return response.text()
}

async function ask(address: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch {
    throw new Error('The server does not answer. Is it running?')
  }
}

async function answer(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body
  throw new Error(sentence((body as Refused | null)?.words ?? `the server answered ${response.status}`))
}

/** Plain requests: what asks, and answers that are files. A refusal becomes a RefusedError, whose message is one sentence
 * to show. api.ts has a function for each request whose answer is JSON. */
import type { Refused, Status, TableLinks } from '../protocol'
import { parlour } from '#parlour'
import { sentence } from '../text/english'
import type { Limit } from '../waits/limits'

export type Part = string | number // of a path
export type Query = Record<string, string | number>

export class RefusedError extends Error {
  /** `code`: the refusal's name in core/errors.py or server/errors.py; "" where the server gave none. */
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message)
  }
}

/** The path of a request, its parts escaped. */
export function path(words: TemplateStringsArray, ...parts: Part[]): string {
  return String.raw(words, ...parts.map(encodeURIComponent))
}

export async function get<T>(address: string, query: Query = {}, limit?: Limit): Promise<T> {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return (await answer(await parlour.request(asked.size ? `${address}?${asked}` : address, {}, limit))) as T
}

export async function ask<T>(address: string, body: object): Promise<T> {
  return (await answer(await post(address, JSON.stringify(body)))) as T
}

/** Removes a table for good; only a parlour in this browser does that. */
export async function removeTable(id: string): Promise<void> {
  await answer(await parlour.request(`/api/tables/${id}`, { method: 'DELETE' }))
}

/** The record of a game, as it is downloaded. */
export function recordText(table: string): Promise<string> {
  return text(`/api/tables/${table}/record`)
}

/** Opens a table at which the game of a record stands as it ended, or stopped. */
export async function openRecord(text: string): Promise<TableLinks> {
  return (await answer(await post('/api/records', text))) as TableLinks
}

/** How the server is doing. */
export function status(): Promise<Status> {
  return get('/api/status', {}, 'poll')
}

/** A game's rules page: an HTML fragment from our own server. */
export function rulesHtml(slug: string): Promise<string> {
  return text(`/rules/${slug}`)
}

/** A game's picture for the lobby, as SVG source. */
export function pictureSvg(slug: string): Promise<string> {
  return text(`/games/${slug}/picture.svg`)
}

/** A file that is made on request, and its name. */
export async function download(address: string): Promise<{ name: string; data: Blob }> {
  const response = await parlour.request(address, {}, 'file')
  if (!response.ok) await answer(response)
  const [, name = ''] = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { name, data: await response.blob() }
}

const drawings = new Map<string, Promise<string>>()

/** A game's drawings as SVG source, fetched once. */
export function artSvg(slug: string): Promise<string> {
  const known = drawings.get(slug)
  if (known) return known
  const asked = text(`/art/${slug}.svg`)
  drawings.set(slug, asked)
  asked.catch(() => drawings.delete(slug))
  return asked
}

/** Those of a game that this page has made itself. */
export function giveDrawings(slug: string, svg: string): void {
  drawings.set(slug, Promise.resolve(svg))
}

/** They have changed. */
export function forgetDrawings(slug: string): void {
  drawings.delete(slug)
}

async function text(address: string): Promise<string> {
  const response = await parlour.request(address)
  if (!response.ok) await answer(response)
  return response.text()
}

export function post(address: string, body: string): Promise<Response> {
  return parlour.request(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

/** What a response says; a refusal is thrown. */
export async function answer(response: Response): Promise<unknown> {
  const text = await response.text()
  const body = parsed(text)
  if (response.ok && (body !== undefined || text === '')) return body
  if (response.ok) throw new Error('The answer cannot be read; something between this page and the server changed it.')
  const refused = body as Refused | undefined
  throw new RefusedError(sentence(refused?.words ?? `the server answered ${response.status}`), refused?.code ?? '')
}

/** What a JSON text says; undefined if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

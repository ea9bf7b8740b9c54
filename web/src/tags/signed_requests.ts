/** Requests that this device signs. server/tags/statements.py says what is signed. */
import { answer, post, RefusedError } from '../net/requests'
import type { Signed } from '../protocol'
import { neededKey } from './device_key'

let newest = 0 // the time in the newest request, ms since 1970
let turn: Promise<unknown> = Promise.resolve() // of the next request: the server refuses one that a later one overtakes
let ahead = 0 // ms by which the server's clock is ahead of ours
const DATE_PRECISION = 3000 // ms by which a response's date may be wrong: whole seconds, and not always made anew
const TRIES = 3
const LONGEST_TURN = 5000 // ms after which the next request is sent although the one before it has no answer

/** Rejects with a RefusedError, or with another error that has a sentence. */
export async function signedRequest(path: string, body: object = {}): Promise<unknown> {
  return answer(await signedResponse(path, body))
}

/** The same before its answer is read. */
export function signedResponse(path: string, body: object = {}): Promise<Response> {
  const response = turn.then(() => tried(path, body))
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_TURN))
  turn = Promise.race([response.catch(() => {}), late])
  return response
}

async function tried(path: string, body: object): Promise<Response> {
  let response = await once(path, body)
  for (let tries = 1; tries < TRIES && (await stale(response)); tries++) {
    // another tab of this browser was faster, or one of the two clocks is wrong
    const difference = Date.parse(response.headers.get('date') ?? '') - Date.now() || 0
    ahead = Math.abs(difference) > DATE_PRECISION ? difference : 0
    response = await once(path, body)
  }
  return response
}

async function stale(response: Response): Promise<boolean> {
  if (response.status !== 409) return false
  const refusal = await answer(response.clone()).catch((error: unknown) => error)
  return refusal instanceof RefusedError && refusal.code === 'StaleRequest'
}

async function once(path: string, body: object): Promise<Response> {
  const key = await neededKey()
  newest = Math.max(Date.now() + ahead, newest + 1)
  const request = { site: location.origin, key: key.id, at: newest, body: JSON.stringify(body) }
  const digest = hexadecimal(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(request.body)))
  const statement = ['rookery tag 1', request.site, request.key, 'POST', path, request.at, digest].join('\n')
  return post(path, JSON.stringify({ ...request, signature: await key.sign(statement) } satisfies Signed))
}

export function hexadecimal(data: ArrayBuffer): string {
  return [...new Uint8Array(data)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

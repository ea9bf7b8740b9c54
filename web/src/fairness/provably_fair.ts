/**
 * Whether a draw was fixed before the game; the same as core/fair.py. The ticket of a ply is HMAC-SHA-256 of its number
 * under the secret. The pledge has the root of a hash tree over the tickets; its own hash is the commitment, which the
 * page calls the promise. A ply's number is HMAC-SHA-256 of the players' client seeds (the page calls one a word) under
 * its ticket, and draws by its share of the odds. All arithmetic is exact.
 */
import type { Checked, Pledge } from '../protocol'

const NUMBER_BITS = 256n
const LEAF = 0
const NODE = 1 // other first bytes: neither can be taken for the other

const HASH = /^[0-9a-f]{64}$/

type Bytes = Uint8Array<ArrayBuffer>

/** Browsers calculate hashes only on https pages and on those of this machine. */
export function canHash(): boolean {
  try {
    return globalThis.crypto?.subtle !== undefined
  } catch {
    return false // it is forbidden
  }
}

/** What a seat adds to the chance of a game: 16 random bytes, in hexadecimal; '' where this browser draws none. */
export function clientSeed(): string {
  try {
    return hex(crypto.getRandomValues(new Uint8Array(16)))
  } catch {
    return ''
  }
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function bytesOf(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

export async function sha256(...parts: (number | Bytes)[]): Promise<Bytes> {
  const all = parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part]))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(all)))
}

async function hmac(key: Bytes, text: string): Promise<Bytes> {
  const how = { name: 'HMAC', hash: 'SHA-256' }
  const made = await crypto.subtle.importKey('raw', key, how, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', made, new TextEncoder().encode(text)))
}

/** The ticket of a ply, counted from 1. */
export async function ticket(secret: string, ply: number): Promise<string> {
  return hex(await hmac(bytesOf(secret), `rookery ply ${ply}`))
}

/** The pledge in one spelling: JSON with its keys sorted and no spaces (RFC 8785). */
export function canonical(pledge: Pledge): string {
  return JSON.stringify(pledge, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

/** The hash of a pledge, which is published before the game. */
export async function commitment(pledge: Pledge): Promise<string> {
  return hex(await sha256(Uint8Array.from(new TextEncoder().encode(canonical(pledge)))))
}

/** Commits to the actions that were taken from another game. */
export async function opening(secret: string, actions: readonly string[]): Promise<string> {
  return hex(await hmac(bytesOf(await ticket(secret, 0)), actions.join('\n')))
}

/** The root of the hash tree, from a ply's ticket and the hashes beside its path. */
export async function root(ticket: string, ply: number, auditPath: readonly string[]): Promise<string> {
  let node = await sha256(LEAF, bytesOf(ticket))
  let place = ply - 1
  for (const other of auditPath.map(bytesOf)) {
    node = await (place % 2 === 1 ? sha256(NODE, other, node) : sha256(NODE, node, other))
    place = Math.floor(place / 2)
  }
  return hex(node)
}

/** The root of the hash tree over all tickets. `tickets`: how many, a power of two. */
export async function tree(secret: string, tickets: number): Promise<string> {
  const plies = Array.from({ length: tickets }, (_, i) => i + 1)
  let nodes = await Promise.all(plies.map(async (ply) => sha256(LEAF, bytesOf(await ticket(secret, ply)))))
  while (nodes.length > 1) {
    const pairs = Array.from({ length: nodes.length / 2 }, (_, i) => [nodes[2 * i]!, nodes[2 * i + 1]!] as const)
    nodes = await Promise.all(pairs.map(([left, right]) => sha256(NODE, left, right)))
  }
  return hex(nodes[0]!)
}

/** 0 .. 2^256 - 1, from a ply's ticket and the client seeds of all seats. */
export async function number(ticket: string, clientSeeds: readonly string[]): Promise<bigint> {
  return BigInt(`0x${hex(await hmac(bytesOf(ticket), clientSeeds.join(',')))}`)
}

/** A positive number as a whole number times a power of two, exactly. */
function exact(value: number): { whole: bigint; power: number } {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const exponent = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  return exponent === 0 ? { whole: fraction, power: -1074 } : { whole: fraction | (1n << 52n), power: exponent - 1075 }
}

/** Which outcome a number draws; -1 where there is none. */
export function drawn(number: bigint, odds: readonly number[]): number {
  const parts = odds.map(exact)
  const least = Math.min(...parts.map(({ power }) => power))
  const shares = parts.map(({ whole, power }) => whole << BigInt(power - least))
  const wanted = shares.reduce((sum, share) => sum + share, 0n) * number
  let reached = 0n
  return shares.findIndex((share) => wanted < (reached += share) << NUMBER_BITS)
}

/** Whether a draw belongs to the pledged tree, and follows from the client seeds. */
export async function isFair(
  draw: Checked,
  { tree, tickets }: Pledge,
  clientSeeds: readonly string[],
): Promise<boolean> {
  // An audit path of another length could lead to a second ticket of the same ply.
  if (2 ** draw.audit_path.length !== tickets || draw.ply > tickets) return false
  if (![draw.ticket, ...draw.audit_path].every((hash) => HASH.test(hash))) return false
  if ((await root(draw.ticket, draw.ply, draw.audit_path)) !== tree) return false
  return drawn(await number(draw.ticket, clientSeeds), draw.odds) === draw.drawn
}

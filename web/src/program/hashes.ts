// hashlib, hmac and zlib.

import { blake2b as blake } from '@noble/hashes/blake2.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as sha } from '@noble/hashes/sha2.js'
import { ValueError, type Value } from '../python/runtime'
import { dot_hex } from './bytes'

interface Hashing {
  update(bytes: Uint8Array): Hashing
  clone(): Hashing
  digest(): Uint8Array
}
const hash = (state: Hashing) => ({
  update: (bytes: Uint8Array) => void state.update(bytes),
  digest: () => state.clone().digest(),
  hexdigest: () => dot_hex(state.clone().digest()),
})
export const sha256 = (bytes: Uint8Array = new Uint8Array()) => hash(sha.create().update(bytes))
export const blake2b = (bytes: Uint8Array, { digest_size: dkLen = 64 }: { digest_size?: number } = {}) =>
  hash(blake.create({ dkLen }).update(bytes))

/** hmac.digest, of SHA-256 alone. */
export function hmac_digest(secret: Uint8Array, bytes: Uint8Array, name: Value): Uint8Array {
  if (name !== 'sha256' && name !== sha256) throw new ValueError(`no hash ${String(name)}`)
  return hmac(sha, secret, bytes)
}

export function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0]
  for (const byte of bytes) {
    a = (a + byte) % 65521
    b = (b + a) % 65521
  }
  return b * 65536 + a
}

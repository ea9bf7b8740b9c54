/** A line of words that opens a tag, for people without a passkey: 128 random bits. Loaded only when it is used. */
import { generateMnemonic, mnemonicToEntropy, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { JoinByWords, SetWords } from '../protocol'
import { ownTag } from './own_tag.svelte'
import { hexadecimal } from './signed_requests'

const BITS = 128

/** Twelve new words; from now on they open the tag, and those before do not. Rejects with a sentence. */
export async function newWords(): Promise<string[]> {
  const words = generateMnemonic(wordlist, BITS)
  // the server keeps a digest of the token, which it gets itself only when the words are used
  const digest = await sha256(await token(words))
  await ownTag.secure('/words', { digest } satisfies SetWords)
  return words.split(' ')
}

/** Has this device join the tag of these words, however they are written. Rejects with a sentence. */
export async function useWords(text: string): Promise<void> {
  const words =
    text
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.join(' ') ?? ''
  if (!validateMnemonic(words, wordlist)) throw new Error('These are not the words of a name tag. Is one misspelt?')
  await ownTag.secure('/join/words', { token: await token(words) } satisfies JoinByWords)
}

/** What the words say to this site alone. */
async function token(words: string): Promise<string> {
  const entropy = new Uint8Array(mnemonicToEntropy(words, wordlist))
  return sha256(`rookery words\n${location.origin}\n${hexadecimal(entropy.buffer)}`)
}

async function sha256(text: string): Promise<string> {
  return hexadecimal(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

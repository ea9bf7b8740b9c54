/** What this browser calls its person to the games of the day, and the words that it adds to the days to come. */
import { HERE, read, write } from '../browser/storage'
import { clientSeed } from '../fairness/provably_fair'
import { addDayWord } from '../net/api'
import type { DayAsked, Receipt } from '../protocol'
import { ownTag, WHO_KEY } from '../tags/own_tag.svelte'

const WORDS_KEY = `rookery.day_words${HERE}`
const MAX_WORDS = 30

/** A word of this browser, and where the server has put it. */
export interface AddedWord extends Receipt {
  word: string
}

const forgotten: Record<string, string> = {} // where nothing can be stored, each page makes new ones

/** The same on all devices of a name tag; what this browser played before belongs to the tag from then on. */
export async function visitor(): Promise<string> {
  const who = ownName(WHO_KEY)
  const asked = { who } satisfies DayAsked
  const told = await ownTag.as<DayAsked>('/days', asked, () => Promise.resolve(asked)).catch(() => asked)
  write(WHO_KEY, told.who)
  return told.who
}

/** A random name under which this browser is known somewhere, made when it is first needed. Whoever knows it is this person. */
export function ownName(key: string): string {
  const kept = read<unknown>(key, null)
  if (typeof kept === 'string' && kept !== '') return kept
  const made = (forgotten[key] ??= clientSeed() + clientSeed())
  if (made !== '') write(key, made) // otherwise this browser draws nothing at random, and is nobody
  return made
}

/** Adds a word for the day after this one, once. Nobody needs to know whether it worked. */
export async function addWord(today: number): Promise<void> {
  const words = addedWords()
  if (words.some(({ day }) => day > today)) return
  const word = clientSeed()
  if (word === '') return
  try {
    const receipt = await addDayWord({ word })
    write(WORDS_KEY, [...words, { ...receipt, word }].slice(-MAX_WORDS))
  } catch {
    // another visitor adds one
  }
}

/** What this browser has added, the oldest day first. */
export function addedWords(): AddedWord[] {
  const kept = read<unknown>(WORDS_KEY, [])
  return Array.isArray(kept) ? (kept as AddedWord[]).filter((one) => Number.isInteger(one?.day)) : []
}

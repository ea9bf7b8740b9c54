/** What a sandbox says, as the page may use it: plain data of a sane size, whose names of looks and drawings are names. */
import type { GameCard } from '../protocol'

const MOST_LEVELS = 40
const MOST_PARTS = 200_000 // numbers, texts and lists
const MOST_LISTED = 6_000 // parts of a list
const DRAWN_LISTS = new Set(['pieces', 'spots', 'zones', 'labels'])
const MOST_DRAWN_PARTS = 1_000 // of them; a page takes a second to draw as many
const LETTERS = 6_000 // of a text: a view of 4,096 bytes has 5,464 in base64
// keys whose values become classes or addresses in the page
const NAMES = new Set(['style', 'styles', 'drawing', 'mark', 'marks', 'symbol', 'look', 'slug', 'code'])
const NAME_LIKE = /^[\w .:#-]*$/

const NO_CARD = 'The game does not say who can play it, and how.'
const MOST_SEATS = 8
const MOST_STRENGTHS = 20
const MOST_OPTIONS = 16
const LEVEL_ID = /^(?!constructor$|__)\w[\w-]{0,40}$/ // no name that every object has
const TOO_MUCH = 'The game says too much.'

/** The same without what no page of ours says. Throws an Error for what is too large. */
export function cleaned<T>(value: T): T {
  let left = MOST_PARTS
  const clean = (value: unknown, key: string, depth: number): unknown => {
    if ((left -= 1) < 0 || depth > MOST_LEVELS) throw new Error(TOO_MUCH)
    if (typeof value === 'string') return cleanText(value, key)
    if (typeof value === 'number') return Number.isFinite(value) ? value : 0
    if (Array.isArray(value)) {
      if (value.length > (DRAWN_LISTS.has(key) ? MOST_DRAWN_PARTS : MOST_LISTED)) throw new Error(TOO_MUCH)
      return value.map((one) => clean(one, key, depth + 1))
    }
    if (value instanceof Uint8Array) return value
    if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? value : null
    const entries = Object.entries(value).filter(([name]) => name !== '__proto__')
    return Object.fromEntries(entries.map(([name, one]) => [name, clean(one, name, depth + 1)]))
  }
  return clean(value, '', 0) as T
}

function cleanText(text: string, key: string): string {
  if (NAMES.has(key) && !NAME_LIKE.test(text)) return ''
  return text.length > LETTERS ? `${text.slice(0, LETTERS)} …` : text
}

/** The card in the games.json of a game. Throws an Error with a sentence. */
export function cardIn(text = ''): GameCard {
  try {
    const told = JSON.parse(text) as unknown
    return cleanedCard(Array.isArray(told) ? told[0] : null)
  } catch {
    throw new Error(NO_CARD)
  }
}

/** The card of a game, if it has the form of ours. Throws an Error with a sentence. */
export function cleanedCard(told: unknown): GameCard {
  const card = cleaned(told) as GameCard | null
  if (card === null || !hasLists(card) || !hasPlayers(card) || !hasLevels(card) || !hasOptions(card))
    throw new Error(NO_CARD)
  return card
}

const hasLists = ({ slug, name, tagline, ...card }: GameCard): boolean =>
  [card.players, card.options, card.levels, card.designers, card.renamed, card.course].every(Array.isArray) &&
  [slug, name, tagline].every(isText)

const hasPlayers = ({ players, seats }: GameCard): boolean =>
  players.length > 0 &&
  isDistinct(players) &&
  players.every((count) => Number.isInteger(count) && count > 0 && count <= MOST_SEATS) &&
  players.every((count) => areTexts(seats?.[count]) && seats[count]!.length === count)

const hasLevels = ({ levels }: GameCard): boolean =>
  levels.length <= MOST_STRENGTHS &&
  isDistinct(levels.map((level) => level?.id)) &&
  levels.every(({ id, name, words }) => [id, name, words].every(isText) && LEVEL_ID.test(id))

const hasOptions = ({ options }: GameCard): boolean =>
  options.length <= MOST_OPTIONS &&
  isDistinct(options.map((option) => option?.name)) &&
  options.every(({ name, choices }) => isText(name) && areTexts(choices) && isDistinct(choices))

const isText = (value: unknown): value is string => typeof value === 'string'
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length

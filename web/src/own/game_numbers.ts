/** What a form can change in the files of a game: its numbers, its words, its cards. */
import type { Texts } from './kept_games.svelte'
import type { Constant } from './literals'
import { pythonConstants } from './python_constants'
import { tomlConstants } from './toml_constants'

export interface NumbersFile {
  file: string
  constants: Constant[]
}

const RANKED_FIRST = ['facts.py', 'rules.py'] // what people ask about first
const RANKED_LAST = ['engine.toml', 'weights.toml'] // what bots know
const NO_NUMBERS = ['lessons.toml'] // its positions are words in other words

/** The constants of one file; of a kind of file that has none, nothing. */
export function constantsOf(file: string, text: string): Constant[] {
  if (file.endsWith('.py')) return pythonConstants(text)
  return file.endsWith('.toml') && !NO_NUMBERS.includes(file) ? tomlConstants(text) : []
}

/** Reads the files of a game again and again, each only when its text is another one. */
export class NumbersReader {
  #known = new Map<string, { text: string; constants: Constant[] }>()

  /** By file: the rules first, then tables and cards, then pictures and words, then what bots know. */
  numbersIn(texts: Texts): NumbersFile[] {
    return Object.entries(texts)
      .map(([file, text]) => ({ file, constants: this.#constants(file, text) }))
      .filter(({ constants }) => constants.length > 0)
      .sort((a, b) => rank(a.file) - rank(b.file) || a.file.localeCompare(b.file))
  }

  #constants(file: string, text: string): Constant[] {
    const known = this.#known.get(file)
    if (known?.text === text) return known.constants
    const constants = constantsOf(file, text)
    this.#known.set(file, { text, constants })
    return constants
  }
}

function rank(file: string): number {
  if (RANKED_FIRST.includes(file)) return RANKED_FIRST.indexOf(file)
  if (RANKED_LAST.includes(file)) return 100 + RANKED_LAST.indexOf(file)
  if (file.endsWith('.toml')) return 10
  return file.startsWith('rules/') || file.startsWith('components/') ? 20 : 30
}

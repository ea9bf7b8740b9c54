/** The values of a TOML file: those at its top one by one, and each table as a whole. */
import { plainComment, single, singles, type Constant, type PartGroup, type TextPart } from './literals'

const TOML_KEY = /(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+)(?:[ \t]*\.[ \t]*(?:"[^"\n]*"|'[^'\n]*'|[\w-]+))*/y
const TOML_HEADER = /\[(\[?)[ \t]*([^\]\n]+?)[ \t]*\]\]?/y
const TOML_COMMENT = /#[^\n]*/y
const TOML_BLANK = /[ \t\r]*/y
const TOML_LONG = /"""[^]*?"""|'''[^]*?'''/y
const TOML_PLAIN = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s,\]}#]+/y

/** In the order of the file; those without anything to change are left out. What cannot be read ends it. */
export function tomlConstants(text: string): Constant[] {
  return new TomlReader(text).all().filter(({ part }) => singles(part).length > 0)
}

class TomlReader {
  #at = 0
  #above: string[] = [] // comments in the lines above
  #found: Constant[] = []
  #apart: string[] = [] // those above a blank line
  #table: PartGroup | null = null // null: before the first header
  #lists = new Map<string, PartGroup>() // tables that are there several times

  constructor(readonly text: string) {}

  all(): Constant[] {
    while (this.#at < this.text.length && this.#line()) this.#pass('\n')
    return this.#found
  }

  /** Read a line, or a value of several. Whether it could be read. */
  #line(): boolean {
    this.#take(TOML_BLANK)
    const comment = this.#take(TOML_COMMENT)
    if (comment) this.#above.push(plainComment(comment))
    else if (this.#next === '\n') [this.#apart, this.#above] = [this.#above, []]
    else if (this.#next === '[') return this.#header()
    else if (this.#at < this.text.length) return this.#entry()
    return true
  }

  #header(): boolean {
    const from = this.#at
    TOML_HEADER.lastIndex = from
    const [all, many, name] = TOML_HEADER.exec(this.text) ?? []
    if (!all || !name) return false
    this.#at += all.length
    const said = this.#said() || this.#apart.join(' ')
    const table = (this.#table = empty())
    const list = this.#lists.get(name)
    if (list) add(list, table, '', said)
    else if (!many) this.#found.push({ name, said, from, part: table })
    else {
      const part = empty()
      add(part, table, '', '')
      this.#lists.set(name, part)
      this.#found.push({ name, said, from, part })
    }
    return true
  }

  #entry(): boolean {
    const from = this.#at
    const name = this.#take(TOML_KEY).replace(/^(["'])(.*)\1$/, '$2')
    if (!name || !this.#pass('=')) return false
    const part = this.#value()
    if (!part) return false
    const said = this.#said()
    if (this.#table) add(this.#table, part, name, said)
    else this.#found.push({ name, said, from, part })
    return true
  }

  /** Null: it cannot be read. */
  #value(): TextPart | null {
    this.#take(TOML_BLANK)
    if (this.#next === '[') return this.#group(']')
    if (this.#next === '{') return this.#group('}')
    const long = this.#take(TOML_LONG)
    if (long) return { kind: 'fixed', text: long }
    const from = this.#at
    const plain = this.#take(TOML_PLAIN)
    return plain ? single(plain, from) : null
  }

  #group(end: string): PartGroup | null {
    const made = empty()
    this.#at++
    for (this.#space(made); this.#next !== end; this.#space(made)) {
      const name = end === '}' ? this.#take(TOML_KEY).replace(/^(["'])(.*)\1$/, '$2') : ''
      if (end === '}' && !this.#pass('=')) return null
      const part = this.#value()
      if (!part) return null
      add(made, part, name, '')
      this.#space(made)
      if (this.#next !== end && !this.#pass(',')) return null
    }
    this.#at++
    return made
  }

  /** Pass what stands between values; a comment beside one is about it. */
  #space(made: PartGroup): void {
    let beside = true
    for (;;) {
      this.#take(TOML_BLANK)
      const comment = this.#take(TOML_COMMENT)
      if (comment && beside && made.said.length > 0) made.said[made.said.length - 1] = plainComment(comment)
      if (!comment && this.#next !== '\n') return
      if (this.#next === '\n') this.#at++
      beside = false
    }
  }

  /** The comment about what was read last: beside it, or above. */
  #said(): string {
    this.#take(TOML_BLANK)
    const beside = plainComment(this.#take(TOML_COMMENT))
    const above = this.#above.join(' ')
    if (above) [this.#apart, this.#above] = [[], []]
    return beside || above
  }

  get #next(): string {
    return this.text[this.#at] ?? ''
  }

  #pass(sign: string): boolean {
    this.#take(TOML_BLANK)
    if (this.#next !== sign) return false
    this.#at++
    return true
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.text) ?? []
    this.#at += found.length
    return found
  }
}

const empty = (): PartGroup => ({ kind: 'group', parts: [], names: [], said: [] })

function add(group: PartGroup, part: TextPart, name: string, said: string): void {
  group.parts.push(part)
  group.names.push(name)
  group.said.push(said)
}

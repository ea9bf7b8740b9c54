/**
 * A study as text: for the fragment of a link, for a file, and for what this browser keeps. Only the tree, its notes and
 * the table are written: words of moves and pictures are made anew from the rules, so a text can make nothing up.
 *
 * Plies are numbers to the base 36, one after the other with a dot between them. An alternative to a ply stands behind it
 * between - and _, as it stands in brackets in a printed game.
 */
import type { StudiedGame } from './study_table.svelte'
import type { Variation, Variations, Way } from './variations'

export interface Study {
  game: StudiedGame
  name: string
  tree: Variations
  way: Way // to the position on show, in the tree
}

export const MAX_NAME = 60 // letters
export const MAX_NOTE = 500
const MAX_PLIES = 3000
const MAX_LINES = 300 // ends of the tree: the page plays each of them
const MAX_TEXT = 200_000 // characters of a link or a file
const FORMAT = 'rookery study'
const OPTION = 'option.'
const NOTE = 'note.'
const PART = /([0-9a-z]{1,6})|([.\-_])/y // no game has so many actions

/** What was given is no study; a sentence. */
export class StudyError extends Error {}

const wrong = () => new StudyError('This is not an analysis, or it was changed or cut short.')

/** For the fragment of a link. Players and options alone are the start of a game. */
export function studyText({ game, name, tree, way }: Study): string {
  const { moves, notes, at } = written(tree, way)
  const fields = new URLSearchParams({ players: String(game.players) })
  for (const [option, value] of Object.entries(game.options)) fields.set(OPTION + option, value)
  if (name) fields.set('name', name)
  if (moves) fields.set('moves', moves)
  if (at > 0) fields.set('at', String(at))
  for (const [ply, note] of notes) fields.set(NOTE + ply, note)
  return fields.toString()
}

/** The study of a game that a fragment describes. Throws StudyError. */
export function readStudyText(slug: string, text: string): Study {
  if (text.length > MAX_TEXT) throw wrong()
  const fields = [...new URLSearchParams(text)]
  const field = (name: string) => fields.find(([key]) => key === name)?.[1] ?? ''
  const under = (prefix: string) =>
    fields.flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : []))
  if (!/^\d{1,2}$/.test(field('players'))) throw wrong()
  const { tree, ways } = readMoves(field('moves'), new Map(under(NOTE)))
  return {
    game: { slug, players: Number(field('players')), options: Object.fromEntries(under(OPTION)) },
    name: field('name').slice(0, MAX_NAME),
    tree,
    way: ways(Number(field('at'))),
  }
}

/** For a file. */
export function studyFile(study: Study): string {
  return `${JSON.stringify({ format: FORMAT, version: 1, game: study.game.slug, study: studyText(study) }, null, 1)}\n`
}

/** Throws StudyError. */
export function readStudyFile(text: string): Study {
  let file: unknown
  try {
    file = text.length > MAX_TEXT ? null : JSON.parse(text)
  } catch {
    throw wrong()
  }
  if (typeof file !== 'object' || file === null) throw wrong()
  const { format, version, game, study } = file as Record<string, unknown>
  if (format !== FORMAT || typeof game !== 'string' || typeof study !== 'string') throw wrong()
  if (version !== 1) throw new StudyError('This analysis was saved by another version of Rookery.')
  return readStudyText(game, study)
}

/** The plies in the order in which they are written, and by their places in it, from 1, the notes and the end of the way. */
function written(tree: Variations, way: Way): { moves: string; notes: [number, string][]; at: number } {
  const notes: [number, string][] = []
  const onWay = new Set<Variation>()
  for (let next = tree, i = 0; i < way.length; i++) {
    const step = next.find(({ action }) => action === way[i])
    if (!step) break
    onWay.add(step)
    next = step.next
  }
  const last = [...onWay].at(-1)
  let count = 0
  let at = 0
  const ply = (step: Variation): string => {
    count += 1
    if (step.note) notes.push([count, step.note])
    if (step === last) at = count
    return step.action.toString(36)
  }
  const line = (siblings: Variations): string => {
    let text = ''
    for (let next = siblings; next[0]; next = next[0].next) {
      const [main, ...others] = next
      text += (text === '' ? '' : '.') + ply(main!)
      for (const other of others) text += `-${ply(other)}${other.next.length > 0 ? '.' : ''}${line(other.next)}_`
    }
    return text
  }
  return { moves: line(tree), notes, at }
}

interface Draft extends Variation {
  readonly before: Draft | null
  readonly next: Draft[]
}

/** The tree, and the way to the ply at a place in the text. */
function readMoves(text: string, notes: ReadonlyMap<string, string>): { tree: Variations; ways: (at: number) => Way } {
  const reader = new MovesReader(notes)
  PART.lastIndex = 0
  while (PART.lastIndex < text.length) {
    const [, digits, sign] = PART.exec(text) ?? []
    if (digits !== undefined) reader.ply(parseInt(digits, 36))
    else reader.sign(sign)
  }
  return { tree: text === '' ? [] : reader.tree(), ways: (at) => reader.way(at) }
}

class MovesReader {
  readonly #first: Draft[] = []
  readonly #plies: Draft[] = []
  readonly #owners = new Map<Draft[], Draft>() // by what follows them
  readonly #outer: Draft[][] = [] // the forks whose alternatives are being read
  #lines = 1
  #siblings = this.#first // of the ply that comes next, or of the last one
  #due = true // a ply must come

  constructor(readonly notes: ReadonlyMap<string, string>) {}

  ply(action: number): void {
    const siblings = this.#siblings
    if (!this.#due || this.#plies.length === MAX_PLIES || siblings.some((each) => each.action === action)) throw wrong()
    const note = (this.notes.get(String(this.#plies.length + 1)) ?? '').slice(0, MAX_NOTE)
    const ply: Draft = { action, note, next: [], before: this.#owners.get(siblings) ?? null }
    this.#owners.set(ply.next, ply)
    siblings.push(ply)
    this.#plies.push(ply)
    this.#due = false
  }

  sign(sign: string | undefined): void {
    if (this.#due) throw wrong()
    if (sign === '.') this.#goOn()
    else if (sign === '-') this.#alternative()
    else if (sign === '_') this.#back()
    else throw wrong()
  }

  /** After an alternative that has just begun, or else after the main ply. */
  #goOn(): void {
    const begun = this.#siblings === this.#outer.at(-1)
    this.#siblings = (begun ? this.#siblings.at(-1)! : this.#siblings[0]!).next
    this.#due = true
  }

  #alternative(): void {
    // those of one ply stand side by side, and there are at most so many lines
    if (this.#siblings === this.#outer.at(-1) || ++this.#lines > MAX_LINES) throw wrong()
    this.#outer.push(this.#siblings)
    this.#due = true
  }

  #back(): void {
    const fork = this.#outer.pop()
    if (!fork) throw wrong()
    this.#siblings = fork
  }

  tree(): Variations {
    if (this.#due || this.#outer.length > 0) throw wrong()
    return this.#first.map(plain)
  }

  way(at: number): Way {
    const back: number[] = []
    for (let here: Draft | null | undefined = this.#plies[at - 1]; here; here = here.before) back.push(here.action)
    return back.reverse()
  }
}

function plain({ action, note, next }: Draft): Variation {
  return { action, note, next: next.map(plain) }
}

/**
 * A study as text: for the fragment of a link, for a file, and for what this browser keeps. Only the tree, its notes and
 * the table are written: words of moves and pictures are made anew from the rules, so a text can make nothing up.
 *
 * Plies are numbers to the base 36, one after the other with a dot between them. An alternative to a ply stands behind it
 * between - and _, as it stands in brackets in a printed game.
 */
import type { StudiedGame } from './study_table.svelte'
import { variationAt, type Variation, type Variations, type Way } from './variations'

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
const MAX_TEXT = 200_000 // characters of a link
const MAX_FILE = MAX_TEXT + 1000 // characters of a file, which says a few words more
const FORMAT = 'rookery study'
const VERSION = 1 // of the format
const OPTION = 'option.'
const NOTE = 'note.'
const PLY = /[0-9a-z]{1,6}/y // no game has so many actions

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
  const { tree, wayAt } = readMoves(field('moves'), new Map(under(NOTE)))
  return {
    game: { slug, players: Number(field('players')), options: Object.fromEntries(under(OPTION)) },
    name: field('name').slice(0, MAX_NAME),
    tree,
    way: wayAt(Number(field('at'))),
  }
}

/** Whether its text is read again; one that is too large is written, but not read. */
export function isReadable(study: Study): boolean {
  try {
    readStudyText(study.game.slug, studyText(study))
    return true
  } catch {
    return false
  }
}

/** For a file. */
export function studyFile(study: Study): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, game: study.game.slug, study: studyText(study) }, null, 1)}\n`
}

/** Throws StudyError. */
export function readStudyFile(text: string): Study {
  let file: unknown
  try {
    file = text.length > MAX_FILE ? null : JSON.parse(text)
  } catch {
    throw wrong()
  }
  if (typeof file !== 'object' || file === null) throw wrong()
  const { format, version, game, study } = file as Record<string, unknown>
  if (format !== FORMAT || typeof game !== 'string' || typeof study !== 'string') throw wrong()
  if (version !== VERSION) throw new StudyError('This analysis was saved by another version of Rookery.')
  return readStudyText(game, study)
}

/** The plies in the order in which they are written, and by their places in it, from 1, the notes and the end of the way. */
function written(tree: Variations, way: Way): { moves: string; notes: [number, string][]; at: number } {
  const notes: [number, string][] = []
  const last = variationAt(tree, way)
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

/** The tree, and the way to each of its plies, by its place in the order in which they are written, from 1. */
function readMoves(text: string, notes: ReadonlyMap<string, string>): { tree: Variations; wayAt: (at: number) => Way } {
  const plies: Draft[] = []
  let place = 0 // in the text
  let lines = 1

  const sign = (wanted: string): boolean => {
    const there = text[place] === wanted
    if (there) place += 1
    return there
  }
  const ply = (siblings: Draft[], before: Draft | null): Draft => {
    PLY.lastIndex = place
    const [digits] = PLY.exec(text) ?? []
    if (digits === undefined || plies.length === MAX_PLIES) throw wrong()
    place += digits.length
    const action = parseInt(digits, 36)
    if (siblings.some((each) => each.action === action)) throw wrong()
    const note = (notes.get(String(plies.length + 1)) ?? '').slice(0, MAX_NOTE)
    const made: Draft = { action, note, before, next: [] }
    siblings.push(made)
    plies.push(made)
    return made
  }
  const line = (first: Draft[], before: Draft | null): Draft[] => {
    let [siblings, main] = [first, before]
    do {
      const from = main
      main = ply(siblings, from)
      while (sign('-')) {
        if (++lines > MAX_LINES) throw wrong()
        const other = ply(siblings, from)
        if (sign('.')) line(other.next, other)
        if (!sign('_')) throw wrong()
      }
      siblings = main.next
    } while (sign('.'))
    return first
  }

  const tree = text === '' ? [] : line([], null).map(plain)
  if (place < text.length) throw wrong()
  return { tree, wayAt: (at) => wayTo(plies[at - 1]) }
}

function wayTo(ply: Draft | undefined): Way {
  const back: number[] = []
  for (let here: Draft | null | undefined = ply; here; here = here.before) back.push(here.action)
  return back.reverse()
}

function plain({ action, note, next }: Draft): Variation {
  return { action, note, next: next.map(plain) }
}

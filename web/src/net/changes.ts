/** Positions from what is different in them, as the server finds it (src/rookery/server/wire/changes.py). */
import { MAX_TURNS, PART_KINDS } from '../protocol'
import type { Changed, Choice, ChoiceChange, Entry, Moment, Moved } from '../protocol'

type Kind = keyof typeof PART_KINDS
type Part = Record<string, unknown>
type Edits = readonly (number | unknown[])[]

const KINDS = Object.keys(PART_KINDS) as Kind[]
const LAST_CLICK = '<' // in the forms of choices, these stand for the last two clicks of the path
const SECOND_LAST_CLICK = '>'

/** The positions that the server may compare with: the newest one, and the last ones in which a seat did something. */
export class KnownPositions {
  #newest: Moment | null = null // as it was sent: not arranged for a narrow screen
  #turns = new Map<string, Moment>() // by who does what; the newest last

  /** Everything was sent again, and nothing of what came before counts. */
  restart(moment: Moment): void {
    this.#turns.clear()
    this.add(moment)
  }

  add(moment: Moment): void {
    this.#newest = moment
    const task = JSON.stringify([moment.mover, moment.scene.caption])
    this.#turns.delete(task)
    this.#turns.set(task, moment)
    if (this.#turns.size > MAX_TURNS) this.#turns.delete(this.#turns.keys().next().value!)
  }

  /** Returns whether there was anything to forget: if not, the whole has been asked for already. */
  forget(): boolean {
    const known = this.#newest !== null
    this.#newest = null
    this.#turns.clear()
    return known
  }

  /** The message as the server would have sent it as a whole; null if this page has no such position before it. */
  rebuilt(message: Changed): Moved | null {
    const { ply, takebacks = 0, values = {}, parts = {}, times = null } = message
    const first = ply - message.moves.length
    const before = this.#newest?.ply === first && this.#newest.takebacks === takebacks ? this.#newest : null
    const turn = before && this.#turn(message, before)
    if (!turn) return null
    const scene: Part = { ...turn.scene }
    const moment: Part = { ...turn, ply, takebacks, scene }
    for (const [name, value] of Object.entries(values)) (name in turn.scene ? scene : moment)[name] = value
    for (const kind of KINDS) {
      const known = (PART_KINDS[kind].turns ? turn : before).scene[kind] as unknown as Part[]
      scene[kind] = edited(kind, known, parts[kind] ?? [])
    }
    scene.choices = message.choices ? chosen(turn.scene.choices, message.choices) : []
    return { type: 'moved', moves: entries(message, first), moment: moment as unknown as Moment, times }
  }

  /** The position with which the server has compared what does not change at every move. */
  #turn({ like = -1 }: Changed, before: Moment): Moment | undefined {
    return like < 0 ? before : [...this.#turns.values()].find((moment) => moment.ply === like)
  }
}

/** `before`: the ply before them. */
function entries({ moves }: Changed, before: number): Entry[] {
  return moves.map(([seat, text, words, remark, spots], number) => {
    return { ply: before + 1 + number, seat, text, words, remark, spots }
  })
}

/** A list of parts that follows from an earlier one. */
function edited(kind: Kind, known: readonly Part[], edits: Edits): Part[] {
  const { fields, defaults, keys } = PART_KINDS[kind]
  const key = (values: readonly unknown[]) => JSON.stringify(values.slice(0, keys))
  const places = new Map(edits.length ? known.map((part) => [key(fields.map((name) => part[name])), part]) : [])
  const fresh: Part[] = []
  let cursor = 0
  for (const edit of edits) {
    if (typeof edit === 'number') {
      if (edit > 0) fresh.push(...known.slice(cursor, cursor + edit))
      cursor += Math.abs(edit)
      continue
    }
    const part: Part = {}
    let at = 0
    if (typeof edit[0] === 'string') {
      at = keys
      const alike = edit[at]
      const plain = () => Object.fromEntries(fields.map((name, index) => [name, defaults[index]]))
      if (typeof alike === 'number' && alike < 0) Object.assign(part, known[-1 - alike])
      else Object.assign(part, places.get(key(edit)) ?? plain())
      for (let index = 0; index < keys; index++) part[fields[index]!] = edit[index]
      if (typeof alike === 'number' && alike < 0) at += 1
    } else Object.assign(part, known[cursor++])
    for (; at < edit.length; at += 2) part[fields[edit[at] as number]!] = edit[at + 1]
    fresh.push(part)
  }
  return [...fresh, ...known.slice(cursor)]
}

function chosen(known: readonly Choice[], change: ChoiceChange): Choice[] {
  const added = unpacked(change)
  const fresh: Choice[] = []
  let cursor = 0
  let taken = 0
  for (const [number, run] of (change.runs ?? []).entries()) {
    if (number % 3 === 2) fresh.push(...added.slice(taken, (taken += run)))
    else {
      if (number % 3 === 0) fresh.push(...known.slice(cursor, cursor + run))
      cursor += run
    }
  }
  return fresh
}

/** The choices that come in. */
function unpacked({ actions = [], forms = [], fills = [] }: ChoiceChange): Choice[] {
  const found: Choice[] = []
  let action = 0
  fills.forEach((index, place) => {
    if (typeof index === 'string') return
    const form = forms[index]!
    const follows = fills[place + 1]
    const clicks = typeof follows === 'string' ? follows.split(' ') : []
    const marks = form[1]!.at(-2) === SECOND_LAST_CLICK && form[1]!.at(-1) === LAST_CLICK ? 2 : 1
    for (let at = 0; at < Math.max(1, clicks.length); at += marks) {
      const filled = (text: string) =>
        clicks.length === 0
          ? text
          : text.replace(/[<>]/g, (mark) =>
              mark === LAST_CLICK ? clicks[at + marks - 1]! : marks === 2 ? clicks[at]! : mark,
            )
      const [[text, words], path, ...also] = form.map((line) => line.map(filled)) as [[string, string], ...string[][]]
      action += actions[found.length]!
      found.push({ action, path: path!, text, words, also })
    }
  })
  return found
}

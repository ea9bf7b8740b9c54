/** Positions that a person sets up by clicking. No game says which of its numbers is drawn where: it is found by drawing
 *  with other ones. */
import { drawn } from '../game/drawing'
import type { DrawnScene, GameCode, GameState } from '../game/game_code'
import { GameView } from '../game/game_view'
import type { Value } from '../python/runtime'

const TRIED = Array.from({ length: 42 }, (_, i) => i - 1) // values that a number may have; -1: often nothing
const LONGEST_SEARCH = 1_000 // ms; on a large board that is drawn slowly all numbers would take many times as long
const MOST_CHANGED = 3 // spots that one number may draw: a card that is laid down is missed in a hand

type Looks = ReadonlyMap<string, string> // what is on each spot, by its id

/** The picture of a position, which need not be one of the game. Throws where it cannot be drawn, or where one piece lies
 *  in two places. */
export function sketched(code: GameCode, numbers: GameState, players: number): DrawnScene {
  const scene = drawn(new GameView(code, numbers, null, players), 0).idle()
  if (new Set(scene.pieces.map(({ id }) => id)).size < scene.pieces.length)
    throw new RangeError('A piece is there twice.')
  return scene
}

/** The position with what comes next on a spot, in the place of what is there; null: no number draws it.
 *  Fields are looked at that have a number for each spot of its zone; another one could be a list that leads nowhere once
 *  it is changed. */
export function turned(code: GameCode, numbers: GameState, players: number, spot: string): GameState | null {
  const { spots } = sketched(code, numbers, players)
  const zone = spots.find(({ id }) => id === spot)?.zone
  const ids = spots.filter((one) => one.zone === zone).map(({ id }) => id)
  const end = performance.now() + LONGEST_SEARCH
  const looks = (given: GameState) => (performance.now() > end ? null : looksOf(code, given, players))
  const before = looks(numbers)
  for (const [field] of code.layout) {
    const values = flat(numbers[field]!).map(Number)
    if (!before || values.length !== ids.length || field.startsWith('_')) continue
    const likely = ids.indexOf(spot) // most games number their places in the order in which they draw them
    for (const index of [likely, ...values.keys()]) {
      const value = values[index]!
      const put = (other: number) => ({ ...numbers, [field]: withOther(numbers[field]!, index, other) })
      const others = [value + 1, value - 1, ...(index === likely ? TRIED : [0])].filter((other) => other !== value)
      if (!others.some((other) => drawsMostly(spot, before, looks(put(other))))) continue
      const to = next(value, values, (other) => looks(put(other))?.get(spot))
      return to === null ? null : put(to)
    }
  }
  return null
}

/** Whether another number changes what is there, and not much else. */
function drawsMostly(spot: string, before: Looks, after: Looks | null): boolean {
  if (!after || after.get(spot) === before.get(spot)) return false
  return [...before].filter(([id, look]) => after.get(id) !== look).length <= MOST_CHANGED
}

/** The value after this one, among those that look different; null: there is no other. `known`: that the field has. */
function next(value: number, known: number[], look: (value: number) => string | undefined): number | null {
  const seen = new Set([look(value)])
  const ring = [value]
  for (const other of new Set([...known, ...TRIED])) {
    const shown = other === value ? undefined : look(other)
    if (shown === undefined || seen.has(shown)) continue
    seen.add(shown)
    ring.push(other)
  }
  ring.sort((one, other) => one - other)
  return ring.length === 1 ? null : ring[(ring.indexOf(value) + 1) % ring.length]!
}

/** Null: it cannot be drawn, or not be written. */
function looksOf(code: GameCode, numbers: GameState, players: number): Looks | null {
  try {
    const { spots, pieces } = sketched(code, numbers, players)
    const found = new Map(spots.map(({ id, symbol, style, words }) => [id, [symbol, style, words]]))
    for (const { spot, symbol, style, turn, words, text, letters } of pieces)
      found.get(spot)?.push(symbol, style, String(turn), words, text, letters)
    const told = new Map([...found].map(([id, parts]) => [id, parts.map(String).join('|')]))
    const all = [...told.values(), code.position_text(numbers)]
    return all.some((text) => text.includes('undefined')) ? null : told
  } catch {
    return null
  }
}

const flat = (value: Value): Value[] => (Array.isArray(value) ? value.flatMap(flat) : [value])

/** A number, or lists of numbers, with another one at a place of all that are in it. */
export function withOther(value: Value, index: number, other: number): Value {
  let left = index
  const changed = (each: Value): Value => {
    if (Array.isArray(each)) return each.map(changed)
    return left-- === 0 ? other : each
  }
  return changed(value)
}

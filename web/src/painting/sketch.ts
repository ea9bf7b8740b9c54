/** Positions that a person sets up by clicking. No game says which of its numbers is drawn where, so other numbers are
 *  put in, and the pictures are compared. */
import { drawn } from '../game/drawing'
import type { DrawnScene, GameCode, GameState } from '../game/game_code'
import { GameView } from '../game/game_view'
import type { Value } from '../python/runtime'

const TRIED = Array.from({ length: 42 }, (_, i) => i - 1) // -1, which often means nothing, to 40
const LONGEST_SEARCH = 1_000 // ms; on a large board that is drawn slowly all numbers would take many times as long
const MOST_CHANGED = 3 // spots that one number may change: a card that is laid down also leaves a hand

type Looks = ReadonlyMap<string, string> // what is on each spot, by its id

/** The picture of a position that the game may never reach. Throws if it cannot be drawn, or if one piece lies in two
 *  places. */
export function sketched(code: GameCode, numbers: GameState, players: number): DrawnScene {
  const scene = drawn(new GameView(code, numbers, null, players), 0).idle()
  if (new Set(scene.pieces.map(({ id }) => id)).size < scene.pieces.length)
    throw new RangeError('One piece lies in two places.')
  return scene
}

/** The position with what comes next on a spot, in the place of what is there; null: no single number draws it. Only
 *  fields with one number for each spot of its zone are tried: another one may be a chain that the drawing follows, for
 *  ever once it is changed. */
export function cycled(code: GameCode, numbers: GameState, players: number, spot: string): GameState | null {
  const { spots } = sketched(code, numbers, players)
  const zone = spots.find(({ id }) => id === spot)?.zone
  const ids = spots.filter((one) => one.zone === zone).map(({ id }) => id)
  const end = performance.now() + LONGEST_SEARCH
  const looks = (given: GameState) => (performance.now() > end ? null : looksOf(code, given, players))
  const before = looks(numbers)
  if (!before) return null
  for (const [field] of code.layout) {
    const values = flat(numbers[field]!).map(Number)
    if (values.length !== ids.length || field.startsWith('_')) continue
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

/** Whether the spot looks different afterwards, and few others do. */
function drawsMostly(spot: string, before: Looks, after: Looks | null): boolean {
  if (!after || after.get(spot) === before.get(spot)) return false
  return [...before].filter(([id, look]) => after.get(id) !== look).length <= MOST_CHANGED
}

/** The next larger value that looks different, after the largest the smallest; null: there is none. `known`: the values
 *  that the field has. */
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

/** Null: the position cannot be drawn or written. */
function looksOf(code: GameCode, numbers: GameState, players: number): Looks | null {
  try {
    const { spots, pieces } = sketched(code, numbers, players)
    const found = new Map(spots.map(({ id, symbol, style, words }) => [id, [symbol, style, words]]))
    for (const { spot, symbol, style, turn, words, text, letters } of pieces)
      found.get(spot)?.push(symbol, style, String(turn), words, text, letters)
    const told = new Map([...found].map(([id, parts]) => [id, parts.map(String).join('|')]))
    // an index past the end of a list fails in Python; here it only reads "undefined"
    const all = [...told.values(), code.position_text(numbers)]
    return all.some((text) => text.includes('undefined')) ? null : told
  } catch {
    return null
  }
}

const flat = (value: Value): Value[] => (Array.isArray(value) ? value.flatMap(flat) : [value])

/** The same number or lists, with `other` in the place of the number that is `index` places from the first. */
export function withOther(value: Value, index: number, other: number): Value {
  let left = index
  const changed = (each: Value): Value => {
    if (Array.isArray(each)) return each.map(changed)
    return left-- === 0 ? other : each
  }
  return changed(value)
}

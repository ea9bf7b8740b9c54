/** The numbers of a position, field by field, as a person may change them. */
import type { GameState } from '../game/game_code'
import type { Layout, Value } from '../python/runtime'

const MOST_SHOWN = 1_000 // numbers; a browser stands still for seconds with many more

export interface Field {
  name: string
  numbers: number[] // one after the other
  across: number // how many stand side by side: a row of a table, or of a square board
}

/** The fields of a state, in their order, but for those that are too long; its text has them all. */
export function fieldsOf(layout: Layout, state: GameState): Field[] {
  const told = layout.filter(([name]) => !name.startsWith('_'))
  const fields = told.map(([name, , , shape]) => field(name, state[name]!, shape))
  let left = MOST_SHOWN
  return fields.filter(({ numbers }) => numbers.length <= left && ((left -= numbers.length), true))
}

function field(name: string, value: Value, shape: number[]): Field {
  const numbers = flat(value)
  const side = Math.sqrt(numbers.length)
  const across = shape.length > 1 ? shape.at(-1)! : Number.isInteger(side) ? side : numbers.length
  return { name, numbers, across }
}

function flat(value: Value): number[] {
  return Array.isArray(value) ? value.flatMap(flat) : [Number(value)]
}

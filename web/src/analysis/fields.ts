/** The numbers of a position, field by field, as a person may change them. */
import type { GameState } from '../game/game_code'
import type { Layout, Value } from '../python/runtime'

export interface Field {
  name: string
  numbers: number[] // one after the other
  across: number // how many stand side by side: a row of a table, or of a square board
}

/** The fields of a state, in their order. */
export function fieldsOf(layout: Layout, state: GameState): Field[] {
  return layout.filter(([name]) => !name.startsWith('_')).map(([name, , , shape]) => field(name, state[name]!, shape))
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

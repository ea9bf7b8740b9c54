// A game as the engine sees it (rookery.offline.engine_games.EngineCode): the code with which pages draw it, and its
// module of WebAssembly.

import { readState, type Layout, type Value } from '../python/runtime'
import { GameKernels, type ModuleDescription } from './kernel_calls'
import { LentArray, lent_zeros } from './lent_arrays'
import { blankState, packedState } from './packed_states'
import { re_compile } from './patterns'

/** The module of JavaScript of a game (src/rookery/javascript/game_module.py). */
interface LoweredGame {
  layout: Layout
  default(runtime: Value): Record<string, Value>
}

/** What lies beside the module of WebAssembly. */
interface Description extends ModuleDescription {
  networks: Record<string, { layers: number[]; numbers: string }> // by players; the numbers in base64, two bytes each
}

export function engineCode(game: LoweredGame, runtime: Value, description: Description, module: WebAssembly.Module) {
  const { layout } = game
  const code = game.default(runtime)
  const packed = (state: Value) => packedState(layout, state)
  const kernels = new GameKernels(description, module, { packed, unpacked: (bytes) => readState(layout, bytes) })
  const known = new Map<string, Record<string, Value>>()
  const elements = { ...stateElements(layout), packed }
  return {
    ...code,
    ACTION_PATTERN: re_compile(...(code.action_form as [string, number])),
    names: layout.map(([field]) => field),
    blank: () => blankState(layout),
    packed,
    filled: (fields: Value) => {
      const state = blankState(layout)
      for (const [name, value] of fields.items()) state[name] = value
      return state
    },
    kernels(template: string) {
      if (!known.has(template)) known.set(template, kernels.of(template))
      return known.get(template)
    },
    lent: (count: number): LentArray => lent_zeros(count, elements),
    networks: {
      layers: (players: number) => description.networks[players]?.layers ?? [],
      numbers: (players: number) => halves(description.networks[players]!.numbers),
    },
  }
}

const stateElements = (layout: Layout) => ({
  size: packedState(layout, blankState(layout)).length,
  fields: Object.fromEntries(layout.map(([name, offset, type, shape]) => [name, [type, offset, shape]])) as never,
})

/** Numbers of half the usual precision (IEEE 754 binary16). */
function halves(text: string): Float32Array {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const words = new Uint16Array(bytes.buffer)
  return Float32Array.from(words, (word) => {
    const [sign, power, rest] = [word & 0x8000 ? -1 : 1, (word >> 10) & 31, word & 1023]
    return sign * (power ? 2 ** (power - 25) * (1024 + rest) : 2 ** -24 * rest)
  })
}

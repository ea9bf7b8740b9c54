// A game as the parlour sees it (rookery.offline.page_game.PageCode): the code with which pages draw it. The engine sees
// its module of WebAssembly, too (rookery.offline.engine_games.EngineCode).

import { blankState, packedState } from '../python/packed_states'
import { memo, readState, type Layout, type Value } from '../python/runtime'
import { BINDINGS, GameKernels, type ModuleDescription } from './kernel_calls'
import { LentArray, lent_zeros } from './lent_arrays'
import { re_compile } from './patterns'

const DRAWN_WITH = ['setup', 'legal', 'play', 'mover', 'weights', 'utilities', 'hide', 'knows'] // the verbs that pages have

/** Of a game's code (src/game/game_code.ts). */
interface DrawingCode {
  layout: Layout
  action_form: [pattern: string, ignoresCase: number]
}

/** What lies beside the module of WebAssembly. */
interface Description extends ModuleDescription {
  networks: Record<string, { layers: number[]; numbers: string }> // by players; the numbers in base64, two bytes each
}

export function pageCode<Code extends DrawingCode>(code: Code) {
  const { layout } = code
  const verbs = code as Record<string, Value>
  const binding =
    (verb: string) =>
    (states: Value, i: number, ...given: Value[]) =>
      verbs[verb](states[i], ...given)
  return {
    ...code,
    bindings: Object.fromEntries(DRAWN_WITH.map((verb) => [verb, binding(verb)])),
    ACTION_PATTERN: re_compile(...code.action_form),
    names: layout.map(([field]) => field),
    blank: () => blankState(layout),
    packed: (state: Record<string, Value>) => packedState(layout, state),
  }
}

/** `broken`: see GameKernels. */
export function engineCode(
  code: DrawingCode,
  description: Description,
  module: WebAssembly.Module,
  broken: (error: unknown) => Error,
) {
  const { layout } = code
  const page = pageCode(code)
  const { blank, packed } = page
  const states = { packed, unpacked: (bytes: Uint8Array) => readState(layout, bytes) }
  const kernels = new GameKernels(description, module, states, broken)
  const known = new Map<string, Record<string, Value>>()
  const elements = { size: packed(blank()).length, fields: fieldsOf(layout), packed }
  return {
    ...page,
    bindings: { ...page.bindings, determinize: kernels.of(BINDINGS).determinize },
    filled: (fields: Value) => {
      const state = blank()
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
      numbers: memo((players: number) => halves(description.networks[players]!.numbers), 0),
    },
  }
}

const fieldsOf = (layout: Layout): Record<string, [type: string, offset: number, shape: number[]]> =>
  Object.fromEntries(layout.map(([name, offset, type, shape]) => [name, [type, offset, shape]]))

/** Numbers of half the usual precision (IEEE 754 binary16). */
function halves(text: string): Float32Array {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const words = new Uint16Array(bytes.buffer)
  return Float32Array.from(words, (word) => {
    const [sign, power, rest] = [word & 0x8000 ? -1 : 1, (word >> 10) & 31, word & 1023]
    return sign * (power ? 2 ** (power - 25) * (1024 + rest) : 2 ** -24 * rest)
  })
}

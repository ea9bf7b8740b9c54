/** A game for tests: two seats add 6 or 7 in turn, and three additions end it. */
import { vi } from 'vitest'
import type { DrawnScene, GameCode, SeenPosition } from '../src/game/game'
import type { BoardCard, LessonScript } from '../src/protocol'
import { choice, EMPTY } from './scenes'

const OVER = -2
const ACTIONS = [6, 7]

function scene({ legal_actions, numbers }: SeenPosition): DrawnScene {
  const drawn: DrawnScene = {
    ...EMPTY,
    caption: `sum ${numbers.sum as number}`,
    choices: legal_actions.map((action) => ({ ...choice(action, 'a'), words: `add ${action}` })),
    lettered: () => drawn,
    idle: () => ({ ...drawn, choices: [] }),
    only: () => drawn,
    refusal: (path, spot) => `${spot} after ${path.length}`,
    explained: (told) => told,
  }
  return drawn
}

export const CODE: GameCode = {
  action_form: ['.*', 0],
  layout: [
    ['ply', 0, 'int8', []],
    ['sum', 1, 'int8', []],
  ],
  scene,
  touched: (_, action) => [`s${action}`],
  action_text: (_, action) => `m${action}`,
  action_words: (_, action) => `add ${action}`,
  outcome_words: () => 'All was added.',
  position_text: ({ sum }) => `${sum as number}`,
  mover: ({ ply }) => ((ply as number) < 3 ? (ply as number) % 2 : OVER),
  legal: (_, actions) => ACTIONS.map((action, i) => (actions[i] = action)).length,
  play(pos, action) {
    pos.ply = (pos.ply as number) + 1
    pos.sum = (pos.sum as number) + action
  },
  weights: () => {},
  knows: () => true,
  utilities: (_, out) => out.splice(0, 2, 1, -1),
  hide: () => {},
  shown: null,
  most_legal: 2,
}

export const BOARD: BoardCard = {
  name: 'A game',
  rules: 1,
  seats: ['North', 'South'],
  styles: ['red', 'blue'],
  code: 'g-1.js',
  view: btoa('\0\0'),
  viewer: null,
}

/** A lesson of two steps. */
export const lesson = (more: Partial<LessonScript> = {}): LessonScript => ({
  board: BOARD,
  seat: 0,
  steps: [
    {
      say: 'Do this.',
      hint: 'Look there.',
      play: ['m7'],
      reach: {},
      wrong: 'No.',
      because: {},
      replies: [' M6'],
      after: '',
    },
    {
      say: 'Now that.',
      hint: '',
      play: [],
      reach: { sum: 20 },
      wrong: 'No.',
      because: { m6: 'Too few.' },
      replies: [],
      after: 'All.',
    },
  ],
  readings: [],
  midgame: '',
  rivals: '',
  ...more,
})

vi.mock('../src/game/game_code', async (original) => ({
  ...(await original<typeof import('../src/game/game_code')>()),
  gameCode: () => Promise.resolve(CODE),
}))

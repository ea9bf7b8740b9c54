/** Scenes for tests, made of as little as can be. */
import type { Choice, Piece, Pose, Scene, Spot } from '../src/protocol'

export const EMPTY: Scene = {
  width: 8,
  height: 8,
  caption: '',
  prompts: [],
  zones: [],
  spots: [],
  pieces: [],
  labels: [],
  counters: [],
  choices: [],
  poses: [],
  reasons: [],
  asks: [],
  tips: [],
  score: [],
  guide: null,
  narrow: null,
}

export const choice = (action: number, ...path: string[]): Choice => ({
  action,
  path,
  text: path.join('-'),
  words: `To ${path.at(-1)}`,
  also: [],
})

export const spot = (id: string, x = 0, zone = '', more: Partial<Spot> = {}): Spot => ({
  id,
  zone,
  x,
  y: 0.5,
  width: 1,
  height: 1,
  words: id,
  symbol: '',
  style: '',
  ...more,
})

export const piece = (id: string, x: number, y = 0, more: Partial<Piece> = {}): Piece => ({
  id,
  spot: `${x},${y}`,
  x,
  y,
  symbol: 'stone',
  letters: '',
  style: '',
  scale: 1,
  turn: 0,
  words: id,
  text: id,
  ...more,
})

export const pose = (id: string, turned: string, more: Partial<Pose> = {}): Pose => ({
  id,
  words: `Lying ${id}`,
  boxes: [{ dx: 0, dy: 0, symbol: '', style: '', scale: 1, text: '' }],
  turned,
  mirrored: '',
  varied: '',
  ...more,
})

export const CHOICES = [choice(7, 'a', 'b'), choice(9, 'a', 'c')]
/** A piece on a, which may go to b (action 7) or c (action 9). */
export const onePiece = (choices: Choice[] = CHOICES): Scene => ({
  ...EMPTY,
  prompts: ['Choose a piece', 'Choose where'],
  choices,
  spots: ['a', 'b', 'c'].map((id, i) => spot(id, i + 0.5)),
  pieces: [piece('p', 0.5, 0.5, { spot: 'a' })],
})

import { expect, test } from 'vitest'
import { narrowed } from '../../src/scene/layout'
import type { Scene } from '../../src/protocol'

const zone = (id: string, x: number, width: number) => ({
  id,
  x,
  y: 1,
  width,
  height: 2,
  words: id,
  symbol: '',
  style: '',
  listed: false,
  grid: false,
  quiet: false,
})
const spot = (id: string, zone: string, x: number) => ({
  id,
  zone,
  x,
  y: 1,
  width: 1,
  height: 1,
  words: id,
  symbol: '',
  style: '',
})
const piece = (id: string, spot: string, x: number) => ({
  id,
  spot,
  x,
  y: 1,
  symbol: 'm',
  letters: '',
  style: '',
  scale: 1,
  turn: 0,
  words: id,
  text: '',
})
const label = (id: string, x: number) => ({ id, x, y: 1, text: id, size: 0.2, style: '' })

const scene: Scene = {
  width: 8, height: 2, caption: '', prompts: [], counters: [], choices: [], poses: [], reasons: [], asks: [],
  zones: [zone('map', 2, 4), zone('shop', 6, 4), zone('till', 7, 1)],
  spots: [spot('a', 'map', 2), spot('b', 'shop', 6)],
  pieces: [piece('one', 'a', 2), piece('two', 'b', 6)],
  labels: [label('left', 1), label('right', 5), label('inner', 7)],
  tips: [],
  score: [],
  guide: null,
  narrow: { width: 4, height: 4, shifts: [{ zone: 'shop', x: 2, y: 3 }] },
} // prettier-ignore

test('with a zone go its spots, their pieces, and labels that lie in no smaller one', () => {
  const there = narrowed(scene)
  const at = (parts: { id: string; x: number; y: number }[]) => parts.map(({ id, x, y }) => [id, x, y])
  expect([there.width, there.height]).toEqual([4, 4])
  expect(at(there.zones)).toEqual([['map', 2, 1], ['shop', 2, 3], ['till', 7, 1]]) // prettier-ignore
  expect(at(there.spots)).toEqual([['a', 2, 1], ['b', 2, 3]]) // prettier-ignore
  expect(at(there.pieces)).toEqual([['one', 2, 1], ['two', 2, 3]]) // prettier-ignore
  expect(at(there.labels)).toEqual([['left', 1, 1], ['right', 1, 3], ['inner', 7, 1]]) // prettier-ignore
})

test('a scene with one arrangement stays as it is', () => {
  const single = { ...scene, narrow: null }
  expect(narrowed(single)).toBe(single)
})

import { expect, test } from 'vitest'
import { areas, names } from '../../src/board/aria'
import type { Zone } from '../../src/protocol'
import { EMPTY, spot } from '../scenes'

const zone = (id: string, more: Partial<Zone> = {}): Zone => ({
  id,
  x: 0,
  y: 0,
  width: 9,
  height: 9,
  words: `The ${id}`,
  symbol: '',
  style: '',
  listed: false,
  grid: false,
  quiet: false,
  ...more,
})
const ids = (scene: typeof EMPTY) =>
  areas(scene).map(({ words, rows }) => [words, rows.map((row) => row.map(({ id }) => id).join(' '))])

test('a board has rows, from top to bottom and from left to right', () => {
  const spots = [
    spot('b1', 1, 'map', { y: 2 }),
    spot('a1', 0, 'map', { y: 2.01 }),
    spot('b2', 1, 'map', { y: 1 }),
    spot('gone', 0, 'map', { width: 0 }),
  ]
  expect(ids({ ...EMPTY, zones: [zone('map', { grid: true })], spots })).toEqual([['The map', ['b2', 'a1 b1']]])
})

test('only grids have rows', () => {
  const spots = (home: string) => [spot(`${home}2`, 0, home, { y: 3 }), spot(`${home}1`, 0, home)]
  const scene = {
    ...EMPTY,
    zones: [zone('list'), zone('row', { grid: true })],
    spots: [...spots('row'), ...spots('list'), spot('lost', 0, '?')],
  }
  expect(ids(scene)).toEqual([
    ['The list', ['list2 list1']],
    ['The row', ['row1', 'row2']],
    ['Elsewhere', ['lost']],
  ])
})

test('no two spots of different zones have one name', () => {
  const spots = [
    spot('x', 0, 'mine', { words: 'A1: blank' }),
    spot('y', 0, 'yours', { words: 'A1: crown' }),
    spot('z', 0, 'yours', { words: 'B1: blank' }),
  ]
  const found = names({ ...EMPTY, zones: [zone('mine'), zone('yours')], spots })
  expect([...found]).toEqual([
    ['x', 'A1, The mine: blank'],
    ['y', 'A1, The yours: crown'],
    ['z', 'B1: blank'],
  ])
})

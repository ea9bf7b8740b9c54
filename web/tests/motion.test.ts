import { describe, expect, test } from 'vitest'
import { at, ghosts, moves, pace, ways } from '../src/lib/motion'
import type { Piece, Scene } from '../src/protocol'

const piece = (id: string, x: number, y = 0, more: Partial<Piece> = {}): Piece => ({
  id, spot: `${x},${y}`, x, y, symbol: 'stone', style: '', scale: 1, turn: 0, words: id, text: id, ...more,
})
const scene = (...pieces: Piece[]): Scene => ({
  width: 8, height: 8, caption: '', prompts: [], zones: [], spots: [], labels: [], counters: [], choices: [], pieces,
})
const ids = (all: ReturnType<typeof ways>) => all.map((way) => (way.to ?? way.from)!.id)

describe('from scene to scene', () => {
  const before = scene(piece('a', 0), piece('b', 1), piece('c', 2))
  const after = scene(piece('a', 5), piece('b', 1), piece('d', 3))

  test('pieces glide, appear and vanish by id; movers are drawn last', () => {
    const all = ways(before, after)
    expect(ids(all)).toEqual(['b', 'd', 'c', 'a'])
    expect(all.map(({ from, to, raised }) => [!!from, !!to, raised])).toEqual([
      [true, true, false], [false, true, false], [true, false, false], [true, true, true],
    ])
    expect(moves(all)).toBe(true)
  })

  test('the first scene stands at once', () => expect(moves(ways(null, after))).toBe(false))
  test('the same scene does not move', () => expect(moves(ways(after, after))).toBe(false))

  test('a vanishing piece stays below those that lay on it', () => {
    const stack = scene(piece('low', 0), piece('eaten', 1), piece('high', 2))
    expect(ids(ways(stack, scene(piece('low', 0), piece('high', 2))))).toEqual(['low', 'eaten', 'high'])
  })

  test('a piece goes on from the hand that let it go', () => {
    const [way] = ways(scene(piece('a', 0)), scene(piece('a', 5)), new Map([['a', { x: 4.5, y: 0.2 }]]))
    expect(at(way!, 0)).toMatchObject({ x: 4.5, y: 0.2 })
  })
})

describe('on the way', () => {
  const [glide] = ways(scene(piece('a', 0, 0, { turn: 350, scale: 1 })), scene(piece('a', 4, 2, { turn: 10, scale: 2 })))
  test('begins at the old and ends at the new place', () => {
    expect(at(glide!, 0)).toMatchObject({ x: 0, y: 0, scale: 1, turn: 350, raised: true })
    expect(at(glide!, 1)).toMatchObject({ x: 4, y: 2, scale: 2, turn: 370, raised: false })
  })
  test('turns the shorter way round', () => {
    for (let t = 0; t <= 1; t += 0.1) expect(Math.abs(at(glide!, t).turn - 360)).toBeLessThanOrEqual(10)
  })
  test('a vanishing piece waits for the mover, then fades', () => {
    const [way] = ways(scene(piece('a', 0)), scene())
    expect(at(way!, 0.4).opacity).toBe(1)
    expect(at(way!, 1).opacity).toBe(0)
  })
  test('an appearing piece grows to its size', () => {
    const [way] = ways(scene(), scene(piece('a', 0, 0, { scale: 0.5 })))
    expect(at(way!, 0).opacity).toBe(0)
    expect(at(way!, 1)).toMatchObject({ opacity: 1, scale: 0.5 })
  })
})

test('a preview tells movers, changed ones and the lost apart', () => {
  const now = scene(piece('mover', 0), piece('below', 3, 0), piece('eaten', 5), piece('still', 7))
  const then = scene(piece('below', 3.1, 0, { spot: '3,0' }), piece('mover', 3, 0), piece('still', 7), piece('new', 6))
  const shown = ghosts(now, then)
  expect(shown.arriving.map((p) => p.id)).toEqual(['new', 'mover'])
  expect(shown.shifted.map((p) => p.id)).toEqual(['below'])
  expect([...shown.leaving]).toEqual(['mover'])
  expect(shown.lost.map((p) => p.id)).toEqual(['eaten'])
})

test('the more are waiting, the faster; a long queue is skipped through', () => {
  const times = Array.from({ length: 20 }, (_, waiting) => pace(waiting))
  expect(times).toEqual([...times].sort((a, b) => b - a))
  expect(times.at(-1)).toBe(0)
})

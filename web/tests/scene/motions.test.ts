import { describe, expect, test } from 'vitest'
import type { Motions } from '../../src/game/game'
import type { Piece, Scene, Spot } from '../../src/protocol'
import { drawnAt, transitions, type Dropped, type Transition } from '../../src/scene/anim'
import { explain } from '../../src/scene/motions'
import { EMPTY, piece, spot } from '../scenes'

const MOTIONS: Motions = [
  ['bird', 'flies'],
  ['disc', 'falls'],
  ['socket', 'turns'],
  ['pinned', 'shakes'],
]
interface More {
  motions?: Motions
  origin?: string
  dropped?: Dropped
}
const on = (id: string, where: string, x: number, y = 0, more: Partial<Piece> = {}) =>
  piece(id, x, y, { spot: where, ...more })
const scene = (pieces: Piece[], spots: Spot[] = []): Scene => ({ ...EMPTY, pieces, spots })
const explained = (before: Scene, after: Scene, { motions = MOTIONS, origin, dropped }: More = {}) =>
  explain(transitions(before, after, dropped, origin), { before, after, motions, origin, dropped })
const step = (before: Piece[], after: Piece[], more: More = {}, spots: Spot[] = []) =>
  explained(scene(before, spots), scene(after, spots), more).all
const of = (all: Transition[], id: string) => all.find(({ from, to }) => (to ?? from)!.id === id)!
const TIMES = Array.from({ length: 101 }, (_, t) => t / 100)
const poses = (one: Transition) => TIMES.map((t) => drawnAt(one, t))
/** When a piece is first seen, 0 .. 1. */
const seen = (one: Transition) => TIMES.find((t) => drawnAt(one, t).opacity > 0.01)!

describe('what is taken', () => {
  const grue = on('grue', 'a', 0, 4)
  const [prey, ghost] = [on('prey', 'b', 4, 4, { symbol: 'gleeb' }), on('prey', 'shelf', 8, 9, { symbol: 'ghost' })]
  const all = step([grue, prey, on('front', 'c', 4, 5)], [on('grue', 'b', 4, 4), on('front', 'c', 4, 5), ghost])
  const taken = of(all, 'prey')

  test('stands where it stood until its taker has come, and flies on from there, small at first', () => {
    expect(drawnAt(taken, 0)).toMatchObject({ x: 4, y: 4, scale: 1, piece: prey, raised: false })
    expect(drawnAt(taken, 0.55)).toMatchObject({ x: 4, y: 4, scale: 1, piece: prey })
    expect(drawnAt(of(all, 'grue'), 0.55)).toMatchObject({ x: 4, y: 4 })
    expect(drawnAt(taken, 0.57)).toMatchObject({ scale: expect.closeTo(0.5, 2), x: expect.closeTo(4, 1), piece: ghost })
    expect(drawnAt(taken, 0.8).y).toBeLessThan(7)
    expect(drawnAt(taken, 1)).toMatchObject({ x: 8, y: 9, scale: 1, piece: ghost })
  })
  test('lies where it lay until then, and comes out behind its taker', () => {
    const ids = all.map(({ from, to }) => (to ?? from)!.id)
    expect(ids).toEqual(['prey', 'front', 'grue'])
    expect(
      poses(taken)
        .slice(0, -1)
        .filter(({ piece, raised }) => (piece === prey) === raised),
    ).toEqual([])
  })
  test('makes its taker swell, and end at its own size', () => {
    const sizes = poses(of(all, 'grue')).map(({ scale }) => scale)
    expect(Math.max(...sizes.slice(60))).toBeGreaterThan(1.1)
    expect(sizes.at(-1)).toBeCloseTo(1)
  })
  test('vanishes below its taker when it goes nowhere', () => {
    const gone = of(step([grue, on('prey', 'b', 4.5, 3)], [on('grue', 'b', 4, 4)]), 'prey')
    expect(drawnAt(gone, 0.55)).toMatchObject({ x: 4.5, y: 3, opacity: 1 })
    expect(drawnAt(gone, 1)).toMatchObject({ x: 4.5, y: 3, opacity: 0 })
  })
  test('does not take a place itself, as in a row that moves on, and in a swap', () => {
    const row = [on('p', 'a', 0), on('q', 'b', 1), on('r', 'c', 2)]
    const on1 = step(row, [on('q', 'a', 0), on('r', 'b', 1)])
    expect(drawnAt(of(on1, 'q'), 0.25).x).toBeLessThan(0.9)
    const swap = step(row, [on('q', 'a', 0), on('p', 'b', 1), row[2]!])
    expect(swap.map(({ from, to }) => (to ?? from)!.id)).toEqual(['r', 'q', 'p'])
    expect(swap.every((one) => drawnAt(one, 0.3).scale < 1.1 && drawnAt(one, 1).scale === 1)).toBe(true)
  })
  test('a piece on which another comes to lie makes way only then', () => {
    const low = { symbol: 'low' }
    const all = step([grue, on('small', 'b', 4, 4)], [on('small', 'b', 4, 4, low), on('grue', 'b', 4, 4)])
    expect(drawnAt(of(all, 'small'), 0.6).piece.symbol).not.toBe('low')
    expect(drawnAt(of(all, 'small'), 0.85).piece.symbol).toBe('low')
  })
})

describe('what flies', () => {
  const line = [3, 2, 1].map((x) => on(`b${x}`, `s${x}`, x, 5, { style: 'bird blue' }))
  const spots = [1, 2, 3].map((x) => spot(`s${x}`, x))
  test('comes in an arc from where the move began, the nearest first', () => {
    const all = step([], line, { origin: 's1' }, [{ ...spots[0]!, y: 5 }, ...spots.slice(1)])
    const far = of(all, 'b3')
    expect(drawnAt(far, 0.5)).toMatchObject({ opacity: 0 })
    expect(drawnAt(far, 0.51)).toMatchObject({ x: expect.closeTo(1, 1), opacity: 1 })
    expect(drawnAt(far, 0.75).y).toBeLessThan(4.7)
    expect(drawnAt(far, 1)).toMatchObject({ x: 3, y: 5, scale: 1, opacity: 1 })
    expect(['b1', 'b2', 'b3'].map((id) => seen(of(all, id)))).toEqual([0.01, 0.26, 0.51])
  })
  test('only appears where nobody knows where it came from', () => {
    const [one] = step([], [line[0]!])
    expect(poses(one!).every(({ x, y }) => x === 3 && y === 5)).toBe(true)
  })
  test('comes from what was drawn just now in its row or column, after it', () => {
    const cause = [on('w', 'x', 3, 1), on('like', 'x', 3, 9, { symbol: 'star' })]
    const after = step(
      [],
      [...cause, on('star', 'c', 3, 0, { style: 'bird', symbol: 'star' })],
      { origin: 's1' },
      spots,
    )
    const star = of(after, 'star')
    expect(drawnAt(star, 0.56).y).toBeCloseTo(9, 0)
    expect(cause.map(({ id }) => drawnAt(of(after, id), 0.55).opacity)).toEqual([1, 1])
    expect(drawnAt(star, 0.55).opacity).toBe(0)
    const near = of(step([], [cause[0]!, on('b', 'c', 3, 0, { style: 'bird' })]), 'b')
    expect(drawnAt(near, 0.56).y).toBeCloseTo(1, 0)
  })
  test('comes over what it was until then', () => {
    const all = step([on('c', 'c', 3, 0)], [on('w', 'x', 3, 4), on('c', 'c', 3, 0, { style: 'bird' })])
    const [was, comes] = all.filter(({ from, to }) => (to ?? from)!.id === 'c')
    expect([was!.to, comes!.from]).toEqual([null, null])
    for (const t of TIMES) expect(drawnAt(was!, t).raised).not.toBe(drawnAt(comes!, t).raised) // one key in each list
  })
  test('is the piece that has gone and has a style in common with it, turned over', () => {
    const backs = [on('back-1', 'rack', 9, 0, { style: 'red back' }), on('back-2', 'rack', 8, 0, { style: 'red back' })]
    const tile = on('R7', 'a', 1, 4, { style: 'red bird', symbol: 'seven' })
    const all = step([...backs, on('other', 'rest', 7, 0, { style: 'blue back' })], [backs[1]!, tile])
    expect(all.length).toBe(3)
    expect(drawnAt(of(all, 'R7'), 0)).toMatchObject({ x: 9, y: 0, piece: backs[0] })
    expect(drawnAt(of(all, 'R7'), 1)).toMatchObject({ x: 1, y: 4, piece: tile })
    expect(of(all, 'other').to).toBe(null)
  })
  test('goes straight from the hand that dropped it', () => {
    const after = on('p', 'b', 5, 0, { style: 'bird' })
    const all = step([on('p', 'a', 0)], [after], { dropped: new Map([['p', { x: 4, y: 0 }]]) })
    expect(poses(all[0]!).every(({ y }) => y === 0)).toBe(true)
  })
})

test('what falls comes from the upper edge of its spot, is down at two thirds, and bounces once', () => {
  const column = spot('a', 0, '', { y: 3, height: 6 })
  const [stone] = step([], [on('s', 'a', 0, 5, { style: 'disc' })], {}, [column])
  expect(drawnAt(stone!, 0)).toMatchObject({ x: 0, opacity: 0 })
  expect(drawnAt(stone!, 0.01).y).toBeCloseTo(0, 2)
  expect(drawnAt(stone!, 0.34).y).toBeCloseTo(1.25)
  expect(drawnAt(stone!, 0.68).y).toBeCloseTo(5)
  expect(drawnAt(stone!, 0.84).y).toBeCloseTo(4.65)
  expect(drawnAt(stone!, 1).y).toBeCloseTo(5)
})

describe('what turns', () => {
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const
  const tile = (turns: number) =>
    ['p', 'q', 'r', 's'].map((id, i) => {
      const [x, y] = corners[(i + turns) % 4]!
      return on(id, `${x},${y}`, x, y, { style: 'socket' })
    })
  test.each([1, 2, 3])('stays at its distance from the middle: %i quarters', (quarters) => {
    for (const one of step(tile(0), tile(quarters))) {
      for (const { x, y } of poses(one)) expect(Math.hypot(x - 0.5, y - 0.5)).toBeCloseTo(Math.SQRT1_2)
      expect(drawnAt(one, 1).x).toBeCloseTo(one.to!.x, 3)
      expect(drawnAt(one, 1).y).toBeCloseTo(one.to!.y, 3)
    }
  })
  test('goes clockwise by a half turn, and the shorter way otherwise', () => {
    const middle = (quarters: number) => drawnAt(of(step(tile(0), tile(quarters)), 'p'), 0.425)
    expect([middle(1).x > 0.4, middle(1).y < 0]).toEqual([true, true])
    expect([middle(2).x > 0.9, middle(2).y < 0.1]).toEqual([true, true])
    expect([middle(3).x < 0, middle(3).y > 0.4]).toEqual([true, true])
  })
  test('only appears where it is new', () => {
    for (const one of step([], tile(0))) {
      expect(poses(one).every(({ x, y, raised }) => x === one.to!.x && y === one.to!.y && !raised)).toBe(true)
    }
  })
})

test('what comes to look pinned shakes when the others have arrived, and stands in the end', () => {
  const pinned = on('p', 'b', 4, 0, { style: 'pinned', symbol: 'chained' })
  const all = step([on('grue', 'a', 0), on('p', 'b', 4)], [pinned, on('grue', 'b', 4)])
  const shaken = poses(of(all, 'p'))
  expect(shaken[50]).toMatchObject({ x: 4, piece: { style: '' } })
  expect(drawnAt(of(all, 'grue'), 0.55)).toMatchObject({ x: 4 })
  expect(shaken[60]).toMatchObject({ piece: pinned })
  expect(Math.max(...shaken.map(({ x }) => Math.abs(x - 4)))).toBeGreaterThan(0.03)
  expect(shaken[100]!.x).toBeCloseTo(4)
  expect(poses(step([pinned], [pinned])[0]!).every(({ x }) => x === 4)).toBe(true)
})

test('it is known whether one thing follows another', () => {
  const [from, to] = [[on('grue', 'a', 0), on('prey', 'b', 4)], [on('grue', 'b', 4)]]
  expect(explained(scene(from), scene(to)).follows).toBe(true)
  expect(explained(scene(from.slice(0, 1)), scene(to)).follows).toBe(false)
})

test('a game without motions of its own moves as it would without', () => {
  const after = [on('b', 's', 3, 0, { style: 'bird' }), on('m', 'q', 5)]
  const before = [on('m', 'a', 0), on('gone', 'z', 9)]
  const plain = transitions(scene(before), scene(after))
  const all = step(before, after, { motions: [], origin: 'o' }, [spot('o', 0)])
  for (const [i, one] of all.entries()) expect(poses(one)).toEqual(poses(plain[i]!))
})

import { describe, expect, test } from 'vitest'
import { drawnAt, drifts, ghosts, anyMotion, stepDuration, stretchedDuration, transitions } from '../../src/scene/anim'
import type { Piece, Scene } from '../../src/protocol'
import { EMPTY, piece, pose, spot } from '../scenes'

const scene = (...pieces: Piece[]): Scene => ({ ...EMPTY, pieces })
const ids = (all: ReturnType<typeof transitions>) => all.map((way) => (way.to ?? way.from)!.id)

describe('from scene to scene', () => {
  const before = scene(piece('a', 0), piece('b', 1), piece('c', 2))
  const after = scene(piece('a', 5), piece('b', 1), piece('d', 3))

  test('pieces glide, appear and vanish by id; movers are drawn last', () => {
    const all = transitions(before, after)
    expect(ids(all)).toEqual(['b', 'd', 'c', 'a'])
    expect(all.map(({ from, to, raised }) => [!!from, !!to, raised])).toEqual([
      [true, true, false],
      [false, true, false],
      [true, false, false],
      [true, true, true],
    ])
    expect(anyMotion(all)).toBe(true)
  })

  test('the first scene stands at once', () => expect(anyMotion(transitions(null, after))).toBe(false))
  test('the same scene does not move', () => expect(anyMotion(transitions(after, after))).toBe(false))

  test('a vanishing piece stays below those that lay on it', () => {
    const stack = scene(piece('low', 0), piece('eaten', 1), piece('high', 2))
    expect(ids(transitions(stack, scene(piece('low', 0), piece('high', 2))))).toEqual(['low', 'eaten', 'high'])
  })

  test('a piece goes on from the hand that let it go', () => {
    const [way] = transitions(scene(piece('a', 0)), scene(piece('a', 5)), new Map([['a', { x: 4.5, y: 0.2 }]]))
    expect(drawnAt(way!, 0)).toMatchObject({ x: 4.5, y: 0.2 })
  })
})

describe('on the way', () => {
  const [glide] = transitions(
    scene(piece('a', 0, 0, { turn: 350, scale: 1 })),
    scene(piece('a', 4, 2, { turn: 10, scale: 2 })),
  )
  test('begins at the old and ends at the new place', () => {
    expect(drawnAt(glide!, 0)).toMatchObject({ x: 0, y: 0, scale: 1, turn: 350, raised: true })
    expect(drawnAt(glide!, 1)).toMatchObject({ x: 4, y: 2, scale: 2, turn: 370, raised: false })
  })
  test('turns the shorter way round', () => {
    for (let t = 0; t <= 1; t += 0.1) expect(Math.abs(drawnAt(glide!, t).turn - 360)).toBeLessThanOrEqual(10)
  })
  test('a vanishing piece waits for the mover, then fades', () => {
    const [way] = transitions(scene(piece('a', 0)), scene())
    expect(drawnAt(way!, 0.4).opacity).toBe(1)
    expect(drawnAt(way!, 1).opacity).toBe(0)
  })
  test('an appearing piece grows to its size', () => {
    const [way] = transitions(scene(), scene(piece('a', 0, 0, { scale: 0.5 })))
    expect(drawnAt(way!, 0).opacity).toBe(0)
    expect(drawnAt(way!, 1)).toMatchObject({ opacity: 1, scale: 0.5 })
  })
})

test('a preview tells movers, changed ones and the lost apart', () => {
  const gone = [piece('eaten', 5), piece('part', 5, 0, { text: '' }), piece('button', 9)] // with its spot
  const now = scene(piece('mover', 0), piece('below', 3, 0), ...gone, piece('still', 7))
  const then = scene(piece('below', 3.1, 0, { spot: '3,0' }), piece('mover', 3, 0), piece('still', 7), piece('new', 6))
  const shown = ghosts(now, { ...then, spots: [spot('5,0', 5)] })
  expect(shown.arriving.map((p) => p.id)).toEqual(['new', 'mover'])
  expect(shown.shifted.map((p) => p.id)).toEqual(['below'])
  expect([...shown.leaving]).toEqual(['mover'])
  expect(shown.lost.map((p) => p.id)).toEqual(['eaten'])
})

test('the more are waiting, the faster; a long queue is skipped through', () => {
  const times = Array.from({ length: 20 }, (_, waiting) => stepDuration(waiting))
  expect(times).toEqual([...times].sort((a, b) => b - a))
  expect(times.at(-1)).toBe(0)
})

describe('a zone that drifts', () => {
  const board = (x: number, ...pieces: Piece[]): Scene => ({
    ...EMPTY,
    pieces,
    spots: [spot('a', x, 'sky'), spot('b', x + 1, 'sky'), spot('t', 7, 'tray')],
  })
  const on = (id: string, x: number, where: string) => piece(id, x, 0.5, { spot: where })
  const before = board(0, on('p', 0, 'a'))
  const after = { ...board(2, on('p', 2, 'a'), on('new', 4, 'c')), spots: [...board(2).spots, spot('c', 4, 'sky')] }

  test('is known by its spots', () => {
    expect([...drifts(before, after)]).toEqual([['sky', { x: 2, y: 0 }]])
    expect(drifts(before, board(0)).size).toBe(0)
    expect(drifts(before, { ...EMPTY, spots: [spot('a', 1, 'sky'), spot('b', 5, 'sky')] }).size).toBe(0)
  })
  test('carries its pieces: none of them is lifted, and a new one comes with it', () => {
    const [still, appearing] = transitions(before, after)
    expect([still!.raised, drawnAt(still!, 0).x, drawnAt(still!, 1).x]).toEqual([false, 0, 2])
    expect([drawnAt(appearing!, 0).x, drawnAt(appearing!, 1).x]).toEqual([2, 4])
  })
  test('stands in a preview, and new ground is shown under what arrives', () => {
    const shown = ghosts(before, after)
    expect([shown.shifted, shown.arriving.map(({ x }) => x), shown.ground.map(({ x }) => x)]).toEqual([[], [2], [2]])
  })
})

describe('a preview of what leaves a row', () => {
  const rack = (...ids: string[]): Scene => ({
    ...EMPTY,
    spots: [...ids.map((id, i) => spot(`rack-${id}`, i, 'rack')), spot('a1', 9, 'board')],
    pieces: ids.map((id, i) => piece(id, i, 0.5, { spot: `rack-${id}` })),
  })
  const then = (...ids: string[]): Scene => {
    const left = rack(...ids)
    return { ...left, pieces: [...left.pieces, piece('p', 9, 0.5, { spot: 'a1' })] }
  }
  test('leaves a hole where it was', () => {
    const shown = ghosts(rack('p', 'q', 'r'), then('q', 'r'))
    expect([shown.arriving.map(({ id }) => id), shown.shifted, [...shown.leaving]]).toEqual([['p'], [], ['p']])
  })
  test('makes room where something new comes', () => {
    expect(ghosts(rack('p', 'q', 'r'), then('n', 'q', 'x', 'r')).shifted.map(({ id }) => id)).toEqual(['r'])
  })
})

test('spots in the place of the held piece’s buttons are no part of a preview', () => {
  const now: Scene = {
    ...EMPTY,
    spots: [spot('lies', 1), spot('stands', 2)],
    poses: [pose('lies', 'stands'), pose('stands', 'lies')],
  }
  const then: Scene = {
    ...EMPTY,
    spots: [spot('tool', 1.2), spot('place', 5)],
    pieces: [piece('hammer', 1.2, 0.5, { spot: 'tool' }), piece('tile', 5, 0.5, { spot: 'place' })],
  }
  expect(ghosts(now, then).arriving.map(({ id }) => id)).toEqual(['tile'])
})

test('a preview is silent about a quiet zone', () => {
  const zone = {
    id: 'market',
    x: 2,
    y: 0.5,
    width: 4,
    height: 1,
    words: 'Market',
    symbol: '',
    style: '',
    listed: false,
    grid: false,
    quiet: true,
  }
  const spots = [spot('left', 1, 'market'), spot('right', 2, 'market'), spot('place', 5, 'map')]
  const on = (id: string, where: string, more: Partial<Piece> = {}) => piece(id, 1, 0.5, { spot: where, ...more })
  const now: Scene = {
    ...EMPTY,
    zones: [zone],
    spots,
    pieces: [on('bought', 'left'), on('deck', 'right'), on('card', 'right')],
  }
  const then: Scene = {
    ...now,
    spots: [...spots, spot('more', 3, 'market')],
    pieces: [on('deck', 'left'), on('card', 'right', { style: 'dim' }), on('new', 'more'), on('tile', 'place')],
  }
  const shown = ghosts(now, then)
  expect([shown.arriving.map(({ id }) => id), shown.shifted, shown.leaving.size, shown.lost, shown.ground]).toEqual([
    ['tile'],
    [],
    0,
    [],
    [],
  ])
  const loud = { ...then, zones: [] }
  expect(ghosts({ ...now, zones: [] }, loud).lost.map(({ id }) => id)).toEqual(['bought'])
})

describe('pieces that appear together', () => {
  const row = scene(...[1, 2, 3, 4].map((x) => piece(`p${x}`, x)))
  const starts = (all: ReturnType<typeof transitions>) =>
    all.map((way) => [...Array(101).keys()].findIndex((t) => drawnAt(way, t / 100).opacity > 0.01))
  test('land one after the other, in scene order', () => {
    const times = starts(transitions(scene(), row))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(new Set(times).size).toBe(4)
  })
  test('from where it began', () => {
    const there = { ...row, spots: [spot('end', 4)] }
    const times = starts(transitions(scene(), there, undefined, 'end'))
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })
  test('all stand in the end, within 600 ms', () => {
    const many = transitions(scene(), scene(...Array.from({ length: 40 }, (_, x) => piece(`p${x}`, x))))
    expect(many.every((way) => drawnAt(way, 1).opacity === 1)).toBe(true)
    expect(stretchedDuration(stepDuration(0), many)).toBeLessThanOrEqual(600)
    expect(stretchedDuration(stepDuration(0), transitions(scene(), scene(piece('a', 0))))).toBe(stepDuration(0))
  })
})

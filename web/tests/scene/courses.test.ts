/** What moves is told to the browser once, for all instants, in as few elements as can be. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { drawnAt, drifts, transitions, type Course } from '../../src/scene/anim'
import { drifting, onTheWay, wayName } from '../../src/scene/courses'
import type { Piece, Scene } from '../../src/protocol'
import SceneView from '../../src/scene/SceneView.svelte'
import { Stage } from '../../src/scene/stage.svelte'
import { EMPTY, piece, spot } from '../scenes'
import { clear, show } from '../shown'

const MS = 400
const NO_ZONES: ReadonlyMap<string, Course> = new Map()
const BETWEEN = [0.21, 0.41, 0.61, 0.81] // instants between two frames
const scene = (...pieces: Piece[]): Scene => ({ ...EMPTY, pieces })
const steps = (before: Scene, after: Scene) => onTheWay(transitions(before, after), MS, NO_ZONES)
/** The last frame that has begun. */
const at = ({ frames }: Course, t: number) => frames.findLast(({ offset }) => offset! <= t)!

describe('the elements of a step', () => {
  test('a mover is one of them, and each frame is where it is at that instant', () => {
    const [before, after] = [scene(piece('a', 0)), scene(piece('a', 4, 2, { turn: 90 }))]
    const [way] = transitions(before, after)
    const [mover, ...others] = steps(before, after)
    expect(others).toEqual([])
    expect(mover).toMatchObject({ raised: true, x: 0, y: 0, turn: 0 })
    for (const { offset, transform } of mover!.course!.frames) {
      const told = transform!
        .toString()
        .match(/-?[\d.]+/g)!
        .map(Number)
      const { x, y, turn, scale } = drawnAt(way!, offset!)
      for (const [i, value] of [x, y, turn, scale].entries()) expect(told[i]).toBeCloseTo(value)
    }
    expect(mover!.course!.frames.at(-1)!.transform).toBe('translate(4px, 2px) rotate(90deg) scale(1)')
  })

  test('what changes its drawing on the way is two, of which one is seen', () => {
    const elements = steps(scene(piece('a', 0)), scene(piece('a', 4, 0, { symbol: 'other' })))
    expect(elements.map((one) => one.piece.symbol)).toEqual(['stone', 'other'])
    expect(new Set(elements.map((one) => one.key)).size).toBe(2)
    for (const t of BETWEEN) {
      const seen = elements.map(({ course }) => at(course!, t).opacity)
      expect(seen).toEqual(t < 0.42 ? [1, 0] : [0, 1])
    }
  })

  test('what changes its drawing in its place is exchanged, and has no course', () => {
    const [only, ...others] = steps(scene(piece('a', 0)), scene(piece('a', 0, 0, { style: 'dim' })))
    expect(others).toEqual([])
    expect(only).toMatchObject({ piece: { style: '' }, next: { drawn: { piece: { style: 'dim' } } } })
    expect(only!.course).toBeUndefined()
  })

  test('what stays has no course', () => {
    const [low] = steps(scene(piece('low', 0), piece('a', 1)), scene(piece('low', 0), piece('a', 2)))
    expect(low!.course).toBeUndefined()
  })

  test('what appears is not seen before, and frames that say nothing new are left out', () => {
    const [one] = steps(scene(), scene(piece('a', 0)))
    expect(at(one!.course!, 0.2).opacity).toBe(0)
    expect(one!.course!.frames.at(-1)!.opacity).toBe(1)
    expect(one!.course!.frames.filter(({ offset }) => offset! < 0.25)).toHaveLength(1)
  })

  test('pieces that drift with their zone share its course', () => {
    const on = (x: number): Scene => ({
      ...scene(...['a', 'b', 'c'].map((id, i) => piece(id, x + i, 0, { spot: id }))),
      spots: ['a', 'b', 'c'].map((id, i) => spot(id, x + i, 'zone')),
    })
    const [before, after] = [on(0), on(2)]
    const way = drifts(before, after).get('zone')!
    const course = drifting(way, MS)
    const [first, ...others] = onTheWay(transitions(before, after), MS, new Map([[wayName(way), course]]))
    expect(others).toEqual([])
    expect(first!.course).toBe(course)
    expect(first!.others!.map((other) => other.piece.id)).toEqual(['b', 'c'])
    expect([course.frames[0]!, course.frames.at(-1)!].map(({ transform }) => transform)).toEqual([
      'translate(-2px, 0px) rotate(0deg) scale(1)',
      'translate(0px, 0px) rotate(0deg) scale(1)',
    ])
  })
})

describe('a step on the stage', () => {
  const [here, there] = [scene(piece('a', 0), piece('b', 1)), scene(piece('a', 4), piece('b', 1, 0, { style: 'dim' }))]
  const styles = (stage: Stage) => stage.drawn.map((one) => one.piece.style)

  async function begun(ms: number): Promise<{ stage: Stage; showing: Promise<void> }> {
    const stage = new Stage()
    await stage.show(here, ms)
    return { stage, showing: stage.show(there, ms) }
  }

  test('moves, exchanges what only looks otherwise, and comes to rest', async () => {
    const { stage, showing } = await begun(120)
    expect(stage.moving).toBe(true)
    expect(styles(stage)).toEqual(['', ''])
    await vi.waitFor(() => expect(styles(stage)).toContain('dim'))
    expect(stage.moving).toBe(true)
    await showing
    expect(stage.moving).toBe(false)
    expect(stage.drawn.map(({ x }) => x)).toEqual([4, 1])
  })

  test('can be ended at once, or by another', async () => {
    const { stage, showing } = await begun(2000)
    stage.finish()
    expect(stage.moving).toBe(false)
    await showing
    const back = stage.show(here, 2000)
    const again = stage.show(there, 2000)
    await back
    expect(stage.moving).toBe(true)
    stage.finish()
    await again
  })
})

describe('in the picture', () => {
  const animate = Element.prototype.animate
  afterEach(() => void (Element.prototype.animate = animate))

  test('the browser is told once of each element, and told when it is over', async () => {
    const told: Element[] = []
    const cancel = vi.fn()
    Element.prototype.animate = function (this: Element) {
      told.push(this)
      return { cancel } as unknown as Animation
    }
    const after = scene(piece('a', 4), piece('b', 1))
    const drawn = steps(scene(piece('a', 0), piece('b', 1)), after)
    show(SceneView, { scene: after, drawn, unit: 0.02 })
    expect(told.map((one) => one.querySelector<SVGElement>('.piece')!.dataset.on)).toEqual(['4,0'])
    await clear()
    expect(cancel).toHaveBeenCalledTimes(1)
  })
})

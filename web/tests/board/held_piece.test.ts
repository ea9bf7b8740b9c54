// @vitest-environment happy-dom
/** Something in the hand, from the pointer to the message: turned, shown where it fits, put down. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Scene } from '../../src/protocol'
import { type FakeSocket, join, moment, moved } from '../fake'
import { EMPTY, choice, piece, pose, spot } from '../scenes'

// Two squares of a map; a thing that lies (l) or stands (s): it can lie on a, and stand on a or b; and a way to pass.
const POSES = [pose('l', 's'), pose('s', 'l')]
const SCENE: Scene = {
  ...EMPTY,
  zones: [
    {
      id: 'map',
      x: 1.5,
      y: 0.5,
      width: 3,
      height: 1,
      words: 'Map',
      symbol: '',
      style: '',
      listed: false,
      grid: false,
      quiet: false,
    },
  ],
  spots: [
    spot('a', 0.5, 'map'),
    spot('b', 1.5, 'map'),
    spot('c', 2.5, 'map'),
    spot('l', 4, 'tray'),
    spot('s', 5, 'tray'),
    spot('pass', 6, 'tray'),
  ],
  prompts: ['Choose how it lies', 'Choose where'],
  choices: [choice(0, 'l', 'a'), choice(1, 's', 'a'), choice(2, 's', 'b'), choice(3, 'pass')],
  poses: POSES,
  reasons: [{ pose: 'l', spot: 'b', words: 'Too short' }],
}
const sit = () => join(moment(2, SCENE))
const sent = (line: FakeSocket) => line.sent.flatMap((message) => (message.type === 'move' ? [message.action] : []))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the first pose is in the hand; what it fits can be chosen, and the other pose', () => {
  const { picking } = sit()
  expect([picking.hand.pose?.id, [...picking.next.keys()].sort()]).toEqual(['l', ['a', 'pass', 's']])
  expect(picking.prompt).toBe('Choose where')
})

describe('with a pointer', () => {
  test('it is shown where the pointer is, fits or not, and is put there by one click', () => {
    const { picking, line } = sit()
    picking.point('b')
    expect([picking.place, picking.misfit]).toEqual(['b', 'Too short'])
    picking.point('pass')
    expect([picking.place, picking.misfit]).toEqual([null, ''])
    picking.point('a')
    expect([picking.place, picking.misfit, picking.candidate?.action]).toEqual(['a', '', 0])
    picking.press('a', false)
    expect(sent(line)).toEqual([0])
  })

  test('turned under the pointer, it is asked for and spoken anew', () => {
    const { picking, table, line } = sit()
    picking.point('b')
    expect(picking.change('turned')).toBe(true)
    expect([picking.hand.pose?.id, picking.candidate?.action, table.spoken]).toEqual(['s', 2, 'Lying s. To b.'])
    expect(line.sent).toEqual([{ type: 'preview', ply: 2, action: 2, takebacks: 0 }])
    expect(picking.change('mirrored')).toBe(false)
    picking.change('back')
    expect(table.spoken).toBe('Lying l. Too short.')
  })

  test('a click where it does not fit says why, and nothing else', () => {
    const { picking, table, line } = sit()
    picking.press('c', false)
    expect([table.spoken, sent(line), picking.path, picking.hand.laid]).toEqual(['It does not fit here.', [], [], null])
  })

  test('over the map it follows the pointer, over the tray it does not', () => {
    const { picking } = sit()
    picking.hand.hover({ x: 1, y: 0.2 })
    expect(picking.hand.shown).toBe(true)
    picking.hand.hover({ x: 5, y: 0.2 })
    expect(picking.hand.shown).toBe(false)
  })

  test('dragged from its button onto the map', () => {
    const { picking, line } = sit()
    expect([picking.draggable('s'), picking.draggable('a')]).toEqual([true, false])
    expect(picking.take('s', { x: 5, y: 0.5 })).toBe(true)
    picking.carry({ x: 1.5, y: 0.5 })
    expect(picking.place).toBe('b')
    picking.drop()
    expect(sent(line)).toEqual([2])
  })
})

test('its buttons take another pose; what is in the hand is no step of the path', () => {
  const { picking, table } = sit()
  picking.press('s', false)
  expect([picking.path, picking.hand.pose?.id, table.spoken]).toEqual([[], 's', 'Lying s.'])
  expect(picking.back()).toBe(false)
})

describe('with a finger', () => {
  test('laid down, turned there, and played by a second tap', () => {
    const { picking, line } = sit()
    picking.press('a', true)
    expect([picking.place, picking.asking?.action]).toEqual(['a', 0])
    picking.change('turned')
    expect([picking.place, picking.asking?.action, sent(line)]).toEqual(['a', 1, []])
    picking.press('a', true)
    expect(sent(line)).toEqual([1])
  })

  test('laid where it does not fit yet', () => {
    const { picking } = sit()
    picking.press('b', true)
    expect([picking.place, picking.asking, picking.misfit]).toEqual(['b', null, 'Too short'])
    picking.press('s', true)
    expect(picking.asking?.action).toBe(2)
    expect([picking.back(), picking.place, picking.asking]).toEqual([true, null, null])
  })
})

test('the pose in the hand survives from ply to ply, unless it fits nowhere then', async () => {
  const { picking, line } = sit()
  const goesOn = async (ply: number, choices: Scene['choices']) => {
    line.says(moved(ply, { ...SCENE, choices }))
    await vi.runAllTimersAsync()
    picking.reset()
  }
  picking.change('turned')
  await goesOn(3, SCENE.choices)
  expect(picking.hand.pose?.id).toBe('s')
  await goesOn(4, [choice(0, 'l', 'a')])
  expect([picking.hand.pose?.id, picking.prompt]).toEqual(['l', 'Choose where'])
  picking.change('turned')
  expect([picking.hand.pose?.id, picking.prompt]).toEqual(['s', 'It fits nowhere as it lies: turn it'])
})

test('what was put down by hand does not appear once more', () => {
  const { picking, table, line } = sit()
  picking.point('a')
  vi.runAllTimers()
  line.says({
    type: 'previewed',
    ply: 2,
    action: 0,
    scene: { ...SCENE, pieces: [piece('tile', 0.5, 0.5, { spot: 'a' })] },
  })
  picking.press('a', false)
  expect([...(table.playback.held?.keys() ?? [])]).toEqual(['tile'])
})

test('pointing says what a first step is, and why a spot that looks like one is none', () => {
  const reasons = [{ pose: '', spot: 'r', words: 'Too dear' }]
  const { picking } = join(
    moment(2, {
      ...EMPTY,
      spots: [spot('p', 0.5), spot('q', 1.5), spot('r', 2.5)],
      choices: [choice(0, 'p', 'q')],
      reasons,
    }),
  )
  const hints = ['p', 'q', 'r'].map((id) => (picking.point(id), picking.hint))
  expect(hints).toEqual(['p', '', 'Too dear'])
  picking.press('p', false)
  picking.point('q')
  expect([picking.hint, picking.candidate?.action]).toEqual(['', 0])
})

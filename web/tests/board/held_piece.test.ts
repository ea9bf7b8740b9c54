/** A held piece, from the pointer to the message: turned, shown where it fits, put down. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Scene } from '../../src/protocol'
import { REST, type FakeSocket, join, moment, moved } from '../fake'
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

test('the first pose is in the hand; what it fits can be chosen, and the other pose', () => {
  const { selection } = sit()
  expect([selection.held.pose?.id, [...selection.next.keys()].sort()]).toEqual(['l', ['a', 'pass', 's']])
  expect(selection.prompt).toBe('Choose where')
})

describe('with a pointer', () => {
  test('it is shown where the pointer is, fits or not, and is put there by one click', () => {
    const { selection, line } = sit()
    selection.point('b')
    expect([selection.place, selection.misfit]).toEqual(['b', 'Too short'])
    selection.point('pass')
    expect([selection.place, selection.misfit]).toEqual([null, ''])
    selection.point('a')
    expect([selection.place, selection.misfit, selection.candidate?.action]).toEqual(['a', '', 0])
    selection.press('a', false)
    expect(sent(line)).toEqual([0])
  })

  test('turned under the pointer, it is previewed and spoken anew', () => {
    const { selection, table } = sit()
    const preview = vi.fn(() => SCENE)
    table.newest!.preview = preview
    selection.point('b')
    expect(selection.change('turned')).toBe(true)
    expect([selection.held.pose?.id, selection.candidate?.action, table.announced]).toEqual(['s', 2, 'Lying s. To b.'])
    expect(preview.mock.calls).toEqual([[2]])
    expect(selection.change('mirrored')).toBe(false)
    selection.change('back')
    expect(table.announced).toBe('Lying l. Too short.')
  })

  test('a click where it does not fit says why, and nothing else', () => {
    const { selection, table, line } = sit()
    selection.press('c', false)
    expect([table.announced, sent(line), selection.path, selection.held.laid]).toEqual([
      'It does not fit here.',
      [],
      [],
      null,
    ])
  })

  test('over the map it follows the pointer, over the tray it does not', () => {
    const { selection } = sit()
    selection.held.hover({ x: 1, y: 0.2 })
    expect(selection.held.shown).toBe(true)
    selection.held.hover({ x: 5, y: 0.2 })
    expect(selection.held.shown).toBe(false)
  })

  test('dragged from its button onto the map', () => {
    const { selection, line } = sit()
    expect([selection.drag.draggable('s'), selection.drag.draggable('a')]).toEqual([true, false])
    expect(selection.drag.take('s', { x: 5, y: 0.5 })).toBe(true)
    selection.drag.carry({ x: 1.5, y: 0.5 })
    expect(selection.place).toBe('b')
    selection.drag.drop()
    expect(sent(line)).toEqual([2])
  })
})

test('its buttons take another pose; what is in the hand is no step of the path', () => {
  const { selection, table } = sit()
  selection.press('s', false)
  expect([selection.path, selection.held.pose?.id, table.announced]).toEqual([[], 's', 'Lying s.'])
  expect(selection.back()).toBe(false)
})

describe('with a finger', () => {
  test('laid down, turned there, and played by a second tap', () => {
    const { selection, line } = sit()
    selection.press('a', true)
    expect([selection.place, selection.asking?.action]).toEqual(['a', 0])
    selection.change('turned')
    expect([selection.place, selection.asking?.action, sent(line)]).toEqual(['a', 1, []])
    selection.press('a', true)
    expect(sent(line)).toEqual([1])
  })

  test('laid where it does not fit yet', () => {
    const { selection } = sit()
    selection.press('b', true)
    expect([selection.place, selection.asking, selection.misfit]).toEqual(['b', null, 'Too short'])
    selection.press('s', true)
    expect(selection.asking?.action).toBe(2)
    expect([selection.back(), selection.place, selection.asking]).toEqual([true, null, null])
  })
})

test('the pose in the hand survives from ply to ply, unless it fits nowhere then', async () => {
  const { selection, line } = sit()
  const goesOn = async (ply: number, choices: Scene['choices']) => {
    line.says(moved(ply, { ...SCENE, choices }))
    await vi.advanceTimersByTimeAsync(REST)
    selection.reset()
  }
  selection.change('turned')
  await goesOn(3, SCENE.choices)
  expect(selection.held.pose?.id).toBe('s')
  await goesOn(4, [choice(0, 'l', 'a')])
  expect([selection.held.pose?.id, selection.prompt]).toEqual(['l', 'Choose where'])
  selection.change('turned')
  expect([selection.held.pose?.id, selection.prompt]).toEqual(['s', 'It fits nowhere as it lies: turn it'])
})

test('a piece that was put down by hand does not appear a second time', () => {
  const { selection, table } = sit()
  table.newest!.preview = () => ({ ...SCENE, pieces: [piece('tile', 0.5, 0.5, { spot: 'a' })] })
  selection.point('a')
  vi.advanceTimersByTime(REST)
  selection.press('a', false)
  expect([...(table.playback.dropped?.keys() ?? [])]).toEqual(['tile'])
})

test('pointing says what a first step is, and why a spot that looks like one is none', () => {
  const reasons = [{ pose: '', spot: 'r', words: 'Too dear' }]
  const { selection } = join(
    moment(2, {
      ...EMPTY,
      spots: [spot('p', 0.5), spot('q', 1.5), spot('r', 2.5)],
      choices: [choice(0, 'p', 'q')],
      reasons,
    }),
  )
  const hints = ['p', 'q', 'r'].map((id) => (selection.point(id), selection.hint))
  expect(hints).toEqual(['p', '', 'Too dear'])
  selection.press('p', false)
  selection.point('q')
  expect([selection.hint, selection.candidate?.action]).toEqual(['', 0])
})

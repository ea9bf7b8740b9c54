import { describe, expect, test } from 'vitest'
import { afterChange, changesText, heldPoses, misfitReason, placesFor, possibleChanges } from '../../src/scene/poses'
import type { ButtonChange } from '../../src/scene/poses'
import type { Scene } from '../../src/protocol'
import { EMPTY, choice, pose, spot } from '../scenes'

// A domino that lies across (w) or upright (h), and a block (b) that no turn changes. The domino fits upright nowhere.
const W = pose('w', 'h', { mirrored: 'w' })
const H = pose('h', 'w', { mirrored: 'h' })
const B = pose('b', 'b', { varied: 'b' })
const SCENE: Scene = {
  ...EMPTY,
  zones: [],
  spots: [spot('a', 0, 'map'), spot('c', 1, 'map'), spot('wide', 2, 'map', { width: 2 }), spot('card', 3, 'hand')],
  poses: [W, H, B],
  choices: [choice(0, 'w', 'a'), choice(1, 'pass'), choice(2, 'card', 'b', 'a'), choice(3, 'a', 'w')],
  reasons: [
    { pose: 'h', spot: 'a', words: 'Too high' },
    { pose: '', spot: 'c', words: 'Full' },
  ],
}

describe('what is in the hand', () => {
  test('poses that lead on, and those that they turn into', () => {
    expect(heldPoses(SCENE, [])).toEqual([W, H])
    expect(heldPoses(SCENE, ['card'])).toEqual([B])
  })
  test('a pose that ends a path is only a button', () => expect(heldPoses(SCENE, ['a'])).toEqual([]))
  test('nothing where nothing can be chosen', () => expect(heldPoses({ ...SCENE, choices: [] }, [])).toEqual([]))
})

describe('turning', () => {
  const cross = ['n', 'e', 's', 'w'].map((id, i, all) =>
    pose(id, all[(i + 1) % 4]!, { mirrored: { e: 'w', w: 'e' }[id] ?? id }),
  )
  const names = (change: Parameters<typeof afterChange>[2]) =>
    cross.map((one) => afterChange(cross, one, change).id).join('')
  test('goes round and back', () => expect([names('turned'), names('back')]).toEqual(['eswn', 'wnes']))
  test('mirrors', () => expect(names('mirrored')).toBe('nwse'))
  test('a pose that cannot vary stays', () => expect(names('varied')).toBe('nesw'))
  test('there are buttons for what changes something', () => {
    expect(possibleChanges(cross)).toEqual(['turned', 'mirrored'])
    expect(possibleChanges([W, H])).toEqual(['turned'])
    expect(possibleChanges([B])).toEqual([])
  })
  test('what to do is a sentence that players read', () => {
    expect(
      [['turned'], ['turned', 'varied'], ['turned', 'mirrored', 'varied'], []].map((all) =>
        changesText(all as ButtonChange[]),
      ),
    ).toEqual(['turn it', 'turn or vary it', 'turn, mirror or vary it', 'choose something else'])
  })
})

test('it is shown at places like those where it fits or is known not to', () => {
  expect([...placesFor(SCENE, [], [W, H])]).toEqual(['a', 'c'])
  expect([...placesFor({ ...SCENE, reasons: [{ pose: 'h', spot: 'wide', words: 'No' }] }, [], [W, H])]).toEqual([
    'a',
    'c',
    'wide',
  ])
})

test('the reason why not, for this pose or any, or a plain word', () => {
  expect([misfitReason(SCENE, H, 'a'), misfitReason(SCENE, W, 'c'), misfitReason(SCENE, W, 'wide')]).toEqual([
    'Too high',
    'Full',
    'It does not fit here',
  ])
})

/** A picture that a game of strangers drew has the form of ours, or is a sentence. */
import { expect, test } from 'vitest'
import { cleanedMoment, cleanedScene, emptyScene } from '../../src/sandbox/cleaned_scene'

const SPOT = { id: 'a1', zone: '', x: 1, y: 1, width: 1, height: 1, words: 'a1', symbol: '', style: '' }
const SCENE = { ...emptyScene('Red: play'), width: 3, height: 3, prompts: ['Play'], spots: [SPOT] }

test('a picture of ours stays as it is, and that of an older page gets what it lacks', () => {
  expect(cleanedScene(SCENE)).toEqual(SCENE)
  expect(cleanedScene({ width: 3, height: 3, spots: [SPOT] })).toEqual({ ...SCENE, caption: '', prompts: [] })
  expect(cleanedMoment({ ply: 1, scene: SCENE })).toEqual({ ply: 1, scene: SCENE })
})

test.each([
  ['nothing', null],
  ['a text', 'scene'],
  ['no size', { ...SCENE, width: 0 }],
  ['a size without end', { ...SCENE, height: 1e9 }],
  ['a size that is a text', { ...SCENE, width: '3' }],
  ['no list', { ...SCENE, spots: { 0: SPOT } }],
  ['a list with a hole', { ...SCENE, choices: [null] }],
  ['a name twice', { ...SCENE, spots: [SPOT, SPOT] }],
  ['no name', { ...SCENE, pieces: [{ x: 1 }] }],
  ['prompts that are none', { ...SCENE, prompts: [{}] }],
])('%s is no picture', (_, told) => {
  expect(() => cleanedScene(told)).toThrow(/^The game drew no picture .*\.$/)
  expect(() => cleanedMoment({ ply: 1, scene: told })).toThrow('no picture')
})

test('a moment that is none has no picture', () => expect(() => cleanedMoment(null)).toThrow('no picture'))

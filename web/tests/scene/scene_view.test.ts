/** A spot without a drawing is a rect that the games' art.svg can colour, as in pictures that Python draws. */
import { expect, test } from 'vitest'
import SceneView from '../../src/scene/SceneView.svelte'
import { EMPTY, spot } from '../scenes'
import { show } from '../shown'

test('a box is a rect, and what has six sides has them', () => {
  const scene = { ...EMPTY, spots: [spot('a', 1, '', { style: 'flat' }), spot('b', 3, '', { style: 'hex' })] }
  show(SceneView, { scene, drawn: [], unit: 0.02 })
  expect([...document.querySelectorAll('.spot > *')].map((shape) => shape.localName)).toEqual(['rect', 'path'])
  expect(document.querySelector('.spot.flat > rect')!.getAttribute('width')).toBe('0.94')
})

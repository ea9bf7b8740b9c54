/** What is heard when one scene follows another. */
import { expect, test } from 'vitest'
import { happenings } from '../../src/scene/happenings'
import { EMPTY, piece } from '../scenes'

const scene = (...pieces: ReturnType<typeof piece>[]) => ({ ...EMPTY, pieces })
const [here, there] = [piece('p', 1, 1), piece('p', 2, 1)]
const other = piece('q', 3, 3)

test.each([
  ['nothing', scene(here), scene(here), []],
  ['a move', scene(here), scene(there), ['moved']],
  ['a move onto what is taken', scene(here, other), scene(there), ['moved', 'vanished']],
  ['a piece that comes', scene(here), scene(here, other), ['appeared']],
  ['a move beside a piece that comes', scene(here), scene(there, other), ['moved']],
  ['a piece that goes', scene(here, other), scene(here), ['vanished']],
  ['a piece that is turned', scene(here), scene({ ...here, turn: 90 }), ['changed']],
])('%s', (_, before, after, heard) => {
  expect(happenings(before, after)).toEqual(heard)
})

test('the first picture is silent', () => {
  expect(happenings(null, scene(here))).toEqual([])
})

import { expect, test } from 'vitest'
import { BIRDS, birdParts, COLOURS, firstLook, lookOf, lookText } from '../../src/tags/birds'

test('every number is another bird', () => {
  const all = Array.from({ length: BIRDS }, (_, bird) => JSON.stringify(birdParts(bird)))
  expect(new Set(all).size).toBe(BIRDS)
  expect(birdParts(BIRDS + 3)).toEqual(birdParts(3))
  expect(BIRDS).toBeLessThanOrEqual(256) // the server takes no more
  expect(COLOURS.length).toBeLessThanOrEqual(16)
})

test('an id has its bird, and ids have all kinds of birds', () => {
  expect(firstLook('an id')).toEqual(firstLook('an id'))
  const looks = Array.from({ length: 4000 }, (_, i) => firstLook(`id ${i}`))
  expect(new Set(looks.map(({ bird }) => bird)).size).toBe(BIRDS)
  expect(new Set(looks.map(({ colour }) => colour)).size).toBe(COLOURS.length)
})

test('a look is told as a text, and nothing else is a look', () => {
  expect(lookOf(lookText({ bird: 113, colour: 7 }))).toEqual({ bird: 113, colour: 7 })
  for (const text of ['', '1', '1 2 3', 'a b', '1 -2', '1 2\n']) expect(lookOf(text)).toBeNull()
})

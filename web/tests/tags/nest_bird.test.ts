/** The drawings of bots. */
import { expect, test, vi } from 'vitest'
import NestBird from '../../src/tags/NestBird.svelte'
import { DRAWINGS, NEST, PLAIN_BIRD } from '../../src/tags/nest_drawings'
import { show } from '../shown'

const drawn = async (species: string) => {
  document.body.replaceChildren()
  show(NestBird, { species })
  await vi.waitFor(() => expect(document.querySelector('svg')).not.toBeNull())
  return [...document.querySelectorAll('path')].map((path) => path.getAttribute('d'))
}

test('a species has its drawing, in a nest; one that is not known has the plain one', async () => {
  expect(await drawn('owl')).toEqual(expect.arrayContaining([...DRAWINGS.owl!.parts.map(([, d]) => d), NEST]))
  expect(await drawn('dodo')).toEqual(expect.arrayContaining(PLAIN_BIRD.parts.map(([, d]) => d)))
  expect(document.querySelector('svg')!.getAttribute('aria-hidden')).toBe('true')
})

test('no two birds look alike', () => {
  const all = [...Object.values(DRAWINGS), PLAIN_BIRD]
  expect(new Set(all.map(({ parts }) => JSON.stringify(parts))).size).toBe(all.length)
  expect(new Set(all.map(({ behind }) => behind[0])).size).toBe(all.length)
})

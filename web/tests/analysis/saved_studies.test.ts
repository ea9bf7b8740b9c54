/** The analyses that a browser keeps. */
import { afterEach, expect, test, vi } from 'vitest'
import { forgetStudy, savedStudies, savedStudy, saveStudy } from '../../src/analysis/saved_studies'
import { readStudyText, type Study } from '../../src/study/study_text'
import { added } from '../../src/study/variations'

const study = (slug: string, name: string): Study => ({
  game: { slug, players: 2, options: {} },
  name,
  tree: added([], [1, 2]),
  way: [1],
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('the one that was changed last comes first, among those of its game', () => {
  for (const [id, slug] of Object.entries({ a: 'x', b: 'y', c: 'x' })) expect(saveStudy(id, study(slug, id))).toBe(true)
  expect(saveStudy('a', study('x', 'again'))).toBe(true)
  expect(savedStudies('x').map(({ id, name }) => [id, name])).toEqual([
    ['a', 'again'],
    ['c', 'c'],
  ])
  expect(readStudyText('x', savedStudy('a')!.text)).toEqual(study('x', 'again'))
  forgetStudy('a')
  expect([savedStudy('a'), savedStudies('x').length, savedStudies('y').length]).toEqual([undefined, 1, 1])
})

test('a browser that keeps nothing says so', () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem })
  expect(saveStudy('a', study('x', ''))).toBe(false)
  expect(savedStudies('x')).toEqual([])
})

test('what is no list is none', () => {
  localStorage.setItem('rookery.studies', '{"a": 1}')
  expect(savedStudies('x')).toEqual([])
})

test('what is no analysis in the storage is left out', () => {
  localStorage.setItem('rookery.studies', JSON.stringify([null, 7, { id: 'a', slug: 'go-fish' }]))
  expect(savedStudies('go-fish')).toEqual([])
})

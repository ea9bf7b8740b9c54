import { afterEach, expect, test, vi } from 'vitest'
import { outdated } from '../src/lib/renewal'

const page = (script: string) => `<!doctype html><script type="module" crossorigin src="${script}"></script>`
const served = (text: string, ok = true) => vi.stubGlobal('fetch', () => Promise.resolve({ ok, text: () => Promise.resolve(text) }))

afterEach(() => vi.unstubAllGlobals())

test('a page is loaded again only when the server has another one', async () => {
  served(page('/assets/index-b.js'))
  expect([await outdated('/assets/index-a.js'), await outdated('/assets/index-b.js'), await outdated('')]).toEqual([true, false, false])
  served('<h1>Bad gateway</h1>')
  expect(await outdated('/assets/index-a.js')).toBe(false)
  served(page('/assets/index-b.js'), false)
  expect(await outdated('/assets/index-a.js')).toBe(false)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await outdated('/assets/index-a.js')).toBe(false)
})

import { afterEach, expect, test, vi } from 'vitest'
import { RELOAD_QUIET, outdated } from '../../src/net/page_update'

const OURS = '/assets/index-a.js'
const THEIRS = '/assets/index-b.js'
const page = (script: string) => `<!doctype html><script type="module" crossorigin src="${script}"></script>`
const served = (...texts: string[]) => {
  let asked = 0
  vi.stubGlobal('fetch', () =>
    Promise.resolve({ ok: true, text: () => Promise.resolve(texts[asked++ % texts.length]) }),
  )
}

afterEach(() => vi.unstubAllGlobals())

test('a page is loaded again only when the server has another one', async () => {
  served(page(THEIRS))
  expect([
    await outdated(OURS, RELOAD_QUIET),
    await outdated(THEIRS, RELOAD_QUIET),
    await outdated('', RELOAD_QUIET),
  ]).toEqual(['yes', 'no', 'no'])
  served('<h1>Bad gateway</h1>')
  expect(await outdated(OURS, RELOAD_QUIET)).toBe('ask later')
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: false, text: () => Promise.resolve(page(THEIRS)) }))
  expect(await outdated(OURS, RELOAD_QUIET)).toBe('ask later')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await outdated(OURS, RELOAD_QUIET)).toBe('ask later')
})

test('where processes have two versions it waits: neither has all files of the other, and no page goes to and fro', async () => {
  served(page(THEIRS), page(OURS))
  expect([await outdated(OURS, RELOAD_QUIET), await outdated(THEIRS, RELOAD_QUIET)]).toEqual(['ask later', 'ask later'])
  served(page(THEIRS))
  expect(await outdated(OURS, RELOAD_QUIET - 1)).toBe('ask later')
})

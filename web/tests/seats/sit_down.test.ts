import { expect, test, vi } from 'vitest'
import { NAME_KEY, recall } from '../../src/browser/saved_tables'
import { write } from '../../src/browser/storage'
import { sitDown } from '../../src/seats/sit_down'
import { LIMITS } from '../../src/waits/limits'
import { ownTag } from '../../src/tags/own_tag.svelte'

test('a player who sits down keeps the key, under the name last given', async () => {
  const fetched = vi.fn(
    async () => new Response(JSON.stringify({ seat: 1, role: 'South', key: 'new', link: '/t/open#new' })),
  )
  vi.stubGlobal('fetch', fetched)
  Object.defineProperty(ownTag, 'possible', { value: true, configurable: true }) // whatever other tests have left
  vi.spyOn(ownTag, 'as').mockImplementation((_path, _asked, untagged) => untagged())
  write(NAME_KEY, 'Bo')
  expect(await sitDown({ id: 'open', slug: 'g', name: 'Game' }, 1, true)).toBe('/t/open#new')
  expect(fetched).toHaveBeenCalledWith(
    '/api/tables/open/seats/1',
    expect.objectContaining({ method: 'POST', body: '{"name":"Bo"}' }),
  )
  expect(recall('open')).toMatchObject({ keys: ['new'], slug: 'g', name: 'Game', agreed: true })
})

test('a seat whose key is lost on its way is asked for again by the person, when the server has let it go', async () => {
  vi.useFakeTimers()
  vi.spyOn(ownTag, 'as').mockImplementation((_path, _asked, untagged) => untagged())
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const lost = expect(sitDown({ id: 'held', slug: 'g', name: 'Game' }, 1, false)).rejects.toThrow('sit down once more')
  await vi.advanceTimersByTimeAsync(LIMITS.seat)
  await lost
  expect(recall('held')).toBeUndefined()
  vi.useRealTimers()
  vi.stubGlobal('fetch', async () => Response.json({ seat: 1, role: 'South', key: 'another', link: '/t/held#another' }))
  expect(await sitDown({ id: 'held', slug: 'g', name: 'Game' }, 1, false)).toBe('/t/held#another')
})

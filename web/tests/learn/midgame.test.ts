/** The button with which a learner plays on after the first course. */
import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { NAME_KEY, tables } from '../../src/browser/saved_tables'
import Midgame from '../../src/learn/Midgame.svelte'
import { show } from '../shown'

const asked: [string, string][] = []

afterEach(() => {
  vi.unstubAllGlobals()
  asked.length = 0
})

async function played(answer: unknown, status: number, until: () => void): Promise<void> {
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    asked.push([path, body])
    return new Response(JSON.stringify(answer), { status })
  })
  show(Midgame, { slug: 'a game', name: 'A game', words: 'You lead.', rivals: 'robin' })
  expect(document.body.textContent).toContain('You lead.')
  document.querySelector('button')!.click()
  await vi.waitFor(() => {
    flushSync()
    until()
  })
}

test('a table is made, and the key of the seat is kept', async () => {
  localStorage.setItem(NAME_KEY, JSON.stringify('Wren'))
  const links = { table: 't1', watch: '/t/t1', seats: [{ seat: 1, role: 'Blue', key: 'secret', link: '' }] }
  await played(links, 201, () => expect(tables()).toHaveLength(1))
  expect(asked).toEqual([['/api/games/a%20game/midgame', '{"name":"Wren"}']])
  expect(tables()[0]).toMatchObject({ id: 't1', slug: 'a game', keys: ['secret'], invites: [], taught: true })
})

test('a refusal is shown, and the button can be pressed again', async () => {
  await played({ code: 'TooBusy', words: 'please wait a little', ply: -1 }, 429, () => {
    expect(document.querySelector('[role=alert]')?.textContent).toBe('Please wait a little.')
    expect(document.querySelector('button')!.disabled).toBe(false)
  })
})

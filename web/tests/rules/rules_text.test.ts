/** The rules of a game are fetched once, and stay as the reader left them. */
import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import { reachable } from '../../src/rules/chapters'
import { read } from '../../src/browser/storage'
import { card, join, moment } from '../fake'
import { EMPTY } from '../scenes'
import { show } from '../shown'

const { default: RulesText } = await import('../../src/rules/RulesText.svelte')

const wrapped = (root: ParentNode) => root.querySelectorAll('.wide').length

test('other changes of the table fetch nothing again, and do not move the reader', async () => {
  const asked = vi.fn(async () => new Response('<h1>Game</h1><h2 id="end">End</h2><table></table>'))
  vi.stubGlobal('fetch', asked)
  const { table, line } = join(moment(0, EMPTY))
  const props = {
    get slug() {
      return table.card!.game.slug
    },
    get chapter() {
      return table.card!.begun ? 'end' : ''
    },
  }
  show(RulesText, props)
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('end'))
  const elsewhere = document.body.appendChild(document.createElement('button'))
  elsewhere.focus()
  line.says({ type: 'tabled', table: { ...card, game: { ...card.game } } })
  flushSync()
  await new Promise((done) => setTimeout(done))
  expect([asked.mock.calls.length, wrapped(document), document.activeElement]).toEqual([1, 1, elsewhere])
  elsewhere.remove()
})

test('numbers of rules and notes are there for who asks, and this browser remembers it', async () => {
  vi.stubGlobal('fetch', async () => new Response('<p>Go.<span class="rule-number"> GG-01</span></p>'))
  show(RulesText, { slug: 'gleebs' })
  const box = await vi.waitFor(() => document.querySelector<HTMLInputElement>('input[type=checkbox]')!.parentElement!)
  expect([box.textContent!.trim(), document.querySelector('.rules-text.noted')]).toEqual([
    'Show rule numbers and notes',
    null,
  ])
  box.click()
  flushSync()
  expect([document.querySelector('.rules-text.noted') !== null, read('rookery.rule_notes', false)]).toEqual([
    true,
    true,
  ])
})

test('rules without either have no such choice', async () => {
  vi.stubGlobal('fetch', async () => new Response('<p>Drop a stone.</p>'))
  show(RulesText, { slug: 'connect_four' })
  await vi.waitFor(() => expect(document.body.textContent).toContain('Drop a stone.'))
  await new Promise((done) => setTimeout(done))
  expect(document.querySelector('input')).toBeNull()
})

test('a table that can be moved sideways is wrapped once', () => {
  const book = document.createElement('div')
  book.innerHTML = '<table></table><table></table>'
  reachable(book)
  reachable(book)
  expect(wrapped(book)).toBe(2)
})

const BOOK = `<h1>Game</h1><h2 id="in-short">In short</h2><p><a data-lesson="">Learn it</a></p><h2 id="turn">Your turn</h2>
  <h3 id="jump">Jump</h3><p><a data-lesson="a jump">A jump</a></p>`
const addressesIn = (selector: string) =>
  [...document.querySelectorAll<HTMLAnchorElement>(selector)].map((link) => link.getAttribute('href'))

test.each([true, false])('chapters have addresses, and links lead to lessons; on its own page: %s', async (own) => {
  vi.stubGlobal('fetch', async () => new Response(BOOK))
  show(RulesText, { slug: 'gleebs', own })
  const listed = ['in-short', 'turn', 'jump'].map((id) => `/games/gleebs/rules#${id}`)
  await vi.waitFor(() => expect(addressesIn('nav a')).toEqual(listed))
  expect(addressesIn('h2 a, h3 a')).toEqual(own ? listed : [])
  expect(addressesIn('p a')).toEqual(['/games/gleebs/learn', '/games/gleebs/learn#a%20jump'])
  expect(document.querySelector<HTMLAnchorElement>('p a')!.target).toBe(own ? '' : '_blank')
  expect(document.querySelector('h3')!.textContent).toBe('Jump')
})

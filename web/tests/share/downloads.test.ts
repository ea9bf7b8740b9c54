/** Files of a game. For slow ones the page says that they are being made, and what went wrong. */
import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Downloads from '../../src/share/Downloads.svelte'
import { card } from '../fake'
import { show } from '../shown'

let answer: (response: Response) => void
const asked = vi.fn((_: string) => new Promise<Response>((given) => (answer = given)))
const links = vi.fn<(name: string) => void>()
const link = (kind: string) => document.querySelector<HTMLAnchorElement>(`a[href$=".${kind}"]`)!
const press = (kind: string, more: MouseEventInit = {}) => {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...more })
  link(kind).dispatchEvent(event)
  flushSync()
  return event.defaultPrevented
}
const says = () => (
  flushSync(),
  [link('gif').ariaBusy ?? link('gif').getAttribute('aria-busy'), link('gif').textContent.includes('Being made …')]
)

beforeEach(() => {
  vi.stubGlobal('fetch', asked)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links(this.download)
  })
  show(Downloads, { card, over: true })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  asked.mockClear()
  links.mockClear()
})

test('while an animation is made the page says so, and then it is saved under its name', async () => {
  expect([says(), press('gif'), says()]).toEqual([['false', false], true, ['true', true]])
  press('gif') // it is on its way
  expect(asked.mock.calls).toEqual([['/api/tables/t1/export.gif', expect.anything()]])
  answer(new Response('GIF89a', { headers: { 'content-disposition': 'inline; filename="game-24.gif"' } }))
  await vi.waitFor(() => expect(links.mock.calls).toEqual([['game-24.gif']]))
  expect(says()).toEqual(['false', false])
})

test('an error is shown, and the download can be tried again', async () => {
  press('gif')
  answer(new Response(JSON.stringify({ code: 'TooBusy', words: 'too much is drawn just now' }), { status: 429 }))
  await vi.waitFor(() => expect(says()).toEqual(['false', false]))
  expect([document.querySelector('[role=alert]')?.textContent, links.mock.calls]).toEqual([
    'Too much is drawn just now.',
    [],
  ])
  press('gif')
  expect([document.querySelector('[role=alert]'), says()]).toEqual([null, ['true', true]])
})

test('quick downloads, and those that are opened in a new tab, are left to the browser', () => {
  expect([press('txt'), press('png'), press('gif', { ctrlKey: true }), asked.mock.calls.length]).toEqual([
    false,
    false,
    false,
    0,
  ])
})

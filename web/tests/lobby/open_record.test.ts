/** A file that cannot be opened: what the player is told, and the details. */
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import OpenRecord from '../../src/lobby/OpenRecord.svelte'

afterEach(() => vi.unstubAllGlobals())

function choose(text: string) {
  const page = mount(OpenRecord, { target: document.body })
  flushSync()
  const field = document.querySelector('input')!
  Object.defineProperty(field, 'files', { value: [new File([text], 'game.jsonl')] })
  field.dispatchEvent(new Event('change', { bubbles: true }))
  return page
}

async function says(words: string) {
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('[role=alert]')?.textContent).toBe(words)
  })
}

test('what is no saved game at all is not sent', async () => {
  const asked = vi.fn()
  vi.stubGlobal('fetch', asked)
  const page = choose('a shopping list')
  await says('Rookery cannot read “game.jsonl”. It is not a saved game, or it was changed or cut short.')
  expect(asked).not.toHaveBeenCalled()
  await unmount(page)
})

test.each([
  ['BrokenRecord', 'Rookery cannot read “game.jsonl”. It is not a saved game, or it was changed or cut short.', true],
  [
    'UnknownRules',
    '“game.jsonl” was played under other rules than this server has, so it cannot be replayed here.',
    true,
  ],
  ['UnknownGame', '“game.jsonl” was saved from a game that this server does not have.', true],
  ['TooBusy', 'The record, line 1: version 1.', false], // what people can do about it the server says itself
])('%s', async (code, told, detailed) => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify({ code, words: 'the record, line 1: version 1', ply: -1 }), { status: 400 }),
  )
  const page = choose('{"rookery": 1}')
  await says(told)
  expect(document.querySelector('details')?.textContent).toBe(
    detailed ? 'DetailsThe record, line 1: version 1.' : undefined,
  )
  await unmount(page)
})

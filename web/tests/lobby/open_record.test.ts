/** A file that cannot be opened: what the player is told, and the details. */
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import OpenRecord from '../../src/lobby/OpenRecord.svelte'

afterEach(() => vi.unstubAllGlobals())

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
  const page = mount(OpenRecord, { target: document.body })
  flushSync()
  const field = document.querySelector('input')!
  Object.defineProperty(field, 'files', { value: [new File(['{}'], 'game.jsonl')] })
  field.dispatchEvent(new Event('change', { bubbles: true }))
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('[role=alert]')?.textContent).toBe(told)
  })
  expect(document.querySelector('details')?.textContent).toBe(
    detailed ? 'DetailsThe record, line 1: version 1.' : undefined,
  )
  await unmount(page)
})

/** A file that cannot be opened: what the player is told, and the details. */
import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import OpenRecord from '../../src/lobby/OpenRecord.svelte'
import { show } from '../shown'

afterEach(() => vi.unstubAllGlobals())

function choose(text: BlobPart) {
  show(OpenRecord, {})
  const field = document.querySelector('input')!
  Object.defineProperty(field, 'files', { value: [new File([text], 'game.jsonl')] })
  field.dispatchEvent(new Event('change', { bubbles: true }))
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
  choose('a shopping list')
  await says('Rookery cannot read “game.jsonl”. It is not a saved game, or it was changed or cut short.')
  expect(asked).not.toHaveBeenCalled()
})

const RECORD = '{"rookery": 1}'

function utf16(text: string, little: boolean): BlobPart {
  const view = new DataView(new ArrayBuffer(2 + 2 * text.length))
  for (const [at, letter] of [...`\ufeff${text}`].entries()) view.setUint16(2 * at, letter.charCodeAt(0), little)
  return view
}

test.each([
  ['UTF-8', RECORD],
  ['UTF-8 with a mark', `\ufeff${RECORD}`],
  ['UTF-16', utf16(RECORD, true)],
  ['UTF-16, big end first', utf16(RECORD, false)],
])('a saved game may be in %s', async (_, written) => {
  const asked = vi.fn(async (_path: string, _init: RequestInit) =>
    Response.json({ code: 'TooBusy', words: 'later', ply: -1 }, { status: 429 }),
  )
  vi.stubGlobal('fetch', asked)
  choose(written)
  await says('Later.')
  expect(asked.mock.calls[0]![1].body).toBe(RECORD)
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
  choose(RECORD)
  await says(told)
  expect(document.querySelector('details')?.textContent).toBe(
    detailed ? 'DetailsThe record, line 1: version 1.' : undefined,
  )
})

/** The form for a webhook says what became of what was saved there, and nothing else. */
import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import type { TableCard } from '../../src/protocol'
import { card, join, moment } from '../fake'
import { EMPTY } from '../scenes'
import { show } from '../shown'

const { default: RemindersDrawer } = await import('../../src/notify/RemindersDrawer.svelte')

test('a later notice is no refusal of what was saved', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ webhooks: ['a chat'], push: '' })))
  const told = (webhook: string): TableCard => ({
    ...card,
    seats: card.seats.map((seat, i) => ({ ...seat, yours: i === 0, webhook, feed: '/f' })),
  })
  const { table, line } = join(moment(0, EMPTY), told(''))
  show(RemindersDrawer, { table, shown: true, close: () => {} })
  await vi.waitFor(() => expect(document.querySelector('form')).not.toBeNull())
  const said = () => (flushSync(), document.querySelector('.said')!.textContent)
  const save = (webhook: string) => {
    const input = document.querySelector<HTMLInputElement>('form input')!
    input.value = webhook
    input.dispatchEvent(new Event('input', { bubbles: true }))
    document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    flushSync()
  }
  save('https://nowhere')
  table.tell('A bot plays for Ben now.')
  expect(said()).toBe('')
  expect(line.sent.at(-1)).toEqual({ type: 'remind', seat: 0, webhook: 'https://nowhere' })
  line.says({ type: 'refused', code: 'UnreadableMessage', words: 'not there', ply: -1 })
  expect(said()).toBe('Not there.')
  table.tell('Ann nudges you.')
  expect(said()).toBe('Not there.')
  save('https://chat')
  expect(said()).toBe('')
  line.says({ type: 'tabled', table: told('https://chat') })
  expect(said()).toBe('Your turns are announced there.')
  table.tell('Ben plays again.')
  expect(said()).toBe('Your turns are announced there.')
  save('https://other')
  line.says({ type: 'refused', code: 'TooBusy', words: 'too much at once', ply: -1 }) // of something else
  line.says({ type: 'tabled', table: told('https://other') })
  expect(said()).toBe('Your turns are announced there.')
  line.close()
  save('https://third')
  expect(said()).toBe('There is no connection right now. Try again in a moment.')
  vi.unstubAllGlobals()
})

/** The page of a lesson, while the replies to the last answer are shown. */
import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import '../fake'
import { lesson } from '../fake_code'
import type { LessonCard } from '../../src/protocol'
import { button, show } from '../shown'

const { parlour } = await import('#parlour')
const { default: LessonPage } = await import('../../src/learn/LessonPage.svelte')

const card: LessonCard = { id: 'first', name: 'First', course: true }
const [first] = lesson().steps
const asked = lesson({ steps: [{ ...first!, after: 'That was all.' }] })

const text = () => document.body.textContent.replace(/\s+/g, ' ')

test('no step is counted beyond the last, and the room for the words is there before them', async () => {
  vi.spyOn(parlour, 'request').mockImplementation(async (path) => {
    if (path.endsWith('/lessons')) return Response.json([card])
    if (path.endsWith('/lessons/first')) return Response.json(asked)
    return new Response('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
  })
  show(LessonPage, { slug: 'g', lesson: '' })
  await vi.waitFor(() => (flushSync(), expect(text()).toContain('step 1 of 1')))
  expect(button('Hint')).toBeDefined()
  button('Moves as a list')!.click()
  flushSync()
  button('add 7')!.click()
  await vi.waitFor(() => (flushSync(), button('Confirm')?.click(), expect(text()).toContain('That was all.')))
  expect(text()).toContain('step 1 of 1') // the reply is on its way
  expect(button('Hint') ?? button('Show the move')).toBe(undefined)
  expect(document.querySelector('.feedback')!.classList).toContain('pending')
  await vi.waitFor(() => (flushSync(), expect(text()).not.toContain('step')), { timeout: 10_000 })
  expect(document.querySelector('.feedback')!.classList).not.toContain('pending')
})

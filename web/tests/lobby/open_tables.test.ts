/** The list of open tables. */
import { flushSync } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import OpenTables from '../../src/lobby/OpenTables.svelte'
import { show } from '../shown'

const NAMES = [
  { slug: 'one', name: 'First Game' },
  { slug: 'two', name: 'Second Game' },
]
const NONE = { tables: [], count: 0, waiting: {} }

afterEach(() => vi.unstubAllGlobals())

const told = () => {
  flushSync()
  return document.querySelector('section')!.textContent
}

const select = () => document.querySelector('select')!

function choose(slug: string) {
  select().value = slug
  const chosen = [...select().options].find(({ value }) => value === slug)!
  select().querySelector = () => chosen // happy-dom knows no :checked of an option
  select().dispatchEvent(new Event('change', { bubbles: true }))
  flushSync()
}

/** A free seat at a table of each game in the list. */
function listed(...games: { slug: string; name: string }[]) {
  const tables = games.map(({ slug, name }) => ({
    id: slug,
    game: slug,
    name,
    seats: [{ kind: 'person', name: '', open: true }],
    state: 'waiting',
    time: '',
    rated: false,
  }))
  return { tables, count: tables.length, waiting: Object.fromEntries(games.map(({ slug }) => [slug, 1])) }
}

test('a game that is chosen stays chosen, and can be changed, when no table is left', async () => {
  let answer: unknown = listed(...NAMES)
  vi.stubGlobal('fetch', async () => Response.json(answer))
  show(OpenTables, { names: NAMES })
  await vi.waitFor(() => expect(told()).toContain('Sit down: Second Game'))
  answer = NONE
  choose('two')
  await vi.waitFor(() => expect(told()).toContain('No open tables of this game right now.'))
  expect(select().value).toBe('two')
  choose('')
  await vi.waitFor(() => expect(told()).toContain('No open tables right now.'))
})

test('an answer that is late does not replace the tables of the game that was chosen since', async () => {
  let late!: (response: Response) => void
  let asked = 0
  vi.stubGlobal('fetch', async (path: string) => {
    asked += 1
    if (path.includes('game=two')) return Response.json(listed(NAMES[1]!))
    return asked === 1 ? Response.json(listed(...NAMES)) : new Promise<Response>((resolve) => (late = resolve))
  })
  show(OpenTables, { names: NAMES })
  await vi.waitFor(() => expect(told()).toContain('Sit down: First Game'))
  document.dispatchEvent(new Event('visibilitychange'))
  choose('two')
  await vi.waitFor(() => expect(told()).not.toContain('Sit down: First Game'))
  late(Response.json(listed(...NAMES)))
  await new Promise((done) => setTimeout(done, 20))
  expect(told()).not.toContain('Sit down: First Game')
  expect(told()).toContain('Sit down: Second Game')
})

test('a lobby without open tables says so, and how to get one there', async () => {
  vi.stubGlobal('fetch', async () => Response.json(NONE))
  show(OpenTables, { names: [] })
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('section p')?.textContent).toMatch(
      /^No open tables right now\. Start a game and give a seat to “Anyone”/,
    )
  })
})

/** What a browser knows of a learner. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { GameCard, ListedSeat, YourTable } from '../../src/protocol'

const DAY = 86_400_000
const NOON = 20_000 * DAY + DAY / 2
const level = (id: string) => ({ id, name: id.toUpperCase(), words: '' })
const GAME = {
  slug: 'x',
  name: 'X',
  cooperative: false,
  levels: ['weak', 'fair', 'good'].map(level),
  lessons: 8,
  course: ['a', 'b'],
  puzzles: 9,
} as unknown as GameCard
const OTHER = { ...GAME, slug: 'y', name: 'Y' }

const fetched = (games: readonly GameCard[], engine: object | null) =>
  vi.stubGlobal('fetch', async (path: string) => Response.json(path === '/api/engine' ? engine : games))

beforeEach(() => void vi.useFakeTimers({ now: NOON, toFake: ['Date'] }))

/** All stores as a new visit finds them. */
async function visit() {
  vi.resetModules()
  const { ownPath, Paths } = await import('../../src/learn/own_path.svelte')
  const { learnt } = await import('../../src/browser/learnt.svelte')
  const { puzzleProgress } = await import('../../src/browser/puzzle_progress.svelte')
  const { mistakes } = await import('../../src/browser/mistakes.svelte')
  const saved = await import('../../src/browser/saved_tables')
  return { ownPath, Paths, learnt, puzzleProgress, mistakes, ...saved }
}
type Visit = Awaited<ReturnType<typeof visit>>

const seat = (id: string): ListedSeat => {
  const kind = id === '' ? 'person' : 'bot'
  return { role: 'North', name: '', level: id, open: false, strength: '', kind, species: '' }
}
const lent = (id: string): ListedSeat => ({ ...seat(id), kind: 'person' })
const old = (one: ListedSeat) => ({ ...one, kind: undefined }) as unknown as ListedSeat // as pages before this one kept it

/** A table where the first seat is played here, against bots of these levels. */
function table(at: Visit, id: string, changes: Partial<YourTable> = {}, bots = ['fair']): void {
  at.remember({ id, slug: 'x', keys: ['k'] })
  const standing = {
    id,
    game: 'x',
    cooperative: false,
    state: 'over',
    seats: ['', ...bots].map(seat),
    yours: [0],
    winners: [0],
    at: NOON,
    ...changes,
  }
  at.keepStandings({ tables: [standing as YourTable], gone: [] })
}

test('a match that was won is known for good, also when its table has left the list', async () => {
  const at = await visit()
  table(at, 't')
  at.ownPath.note([GAME])
  at.forget('t')
  expect((await visit()).ownPath.known(GAME, true, NOON).beaten).toEqual(['fair'])
})

test.each<[string, Partial<YourTable>, string[], string[]]>([
  ['the weakest of several counts', {}, ['good', 'weak'], ['weak']],
  ['a lost match does not', { winners: [1] }, ['fair'], []],
  ['nor a drawn one', { winners: [0, 1] }, ['fair'], []],
  ['nor one that goes on', { state: 'playing', winners: [] }, ['fair'], []],
  ['nor one against a person', {}, ['fair', ''], []],
  ['nor one against a stand-in', { seats: [seat(''), lent('fair')] }, [], []],
  ['nor one that a stand-in has won', { seats: [lent('good'), seat('fair')] }, [], []],
  ['one without kinds does', { seats: ['', 'fair'].map((id) => old(seat(id))) }, [], ['fair']],
  ['nor one without kinds against a stand-in', { seats: [seat(''), old({ ...lent('fair'), name: 'Bo' })] }, [], []],
  ['nor one against oneself', { yours: [0, 1] }, ['fair'], []],
  ['nor one against a bot that the game no longer has', {}, ['gone'], []],
])('of those who were beaten, %s', async (_, changes, bots, beaten) => {
  const at = await visit()
  table(at, 't', changes, bots)
  expect(at.ownPath.known(GAME, true, NOON).beaten).toEqual(beaten)
})

test('a game that began with a lead counts as one against the first opponent', async () => {
  const at = await visit()
  table(at, 't', {}, ['good'])
  at.remember({ id: 't', taught: true })
  expect(at.ownPath.known(GAME, true, NOON).beaten).toEqual(['weak'])
})

test('the last game is to be reviewed, once, while it is new, where somebody can', async () => {
  const at = await visit()
  const unreviewed = (judged = true, now = NOON) => at.ownPath.known(GAME, judged, now).unreviewed
  table(at, 'older', { at: NOON - 1000 })
  table(at, 'last')
  expect([unreviewed(), unreviewed(false), unreviewed(true, NOON + 4 * DAY)]).toEqual(['last', '', ''])
  expect([at.noteReviewed('last'), at.noteReviewed('last'), at.noteReviewed('never seen')]).toEqual([
    true,
    false,
    false,
  ])
  expect(unreviewed()).toBe('')
})

test('a match against bots goes on, and one with friends is none', async () => {
  const at = await visit()
  table(at, 'friends', { state: 'playing', winners: [] }, [''])
  expect(at.ownPath.known(GAME, true, NOON).table).toBe('')
  table(at, 'bots', { state: 'playing', winners: [] })
  expect(at.ownPath.known(GAME, true, NOON).table).toBe('bots')
})

test('lessons, puzzles and mistakes are known; without an engine nobody judges mistakes', async () => {
  const at = await visit()
  const mistake = { game: 'x', rules: 1, players: 2, options: {}, actions: [1], seat: 0, words: '', best: 1, loss: 0.2 }
  at.learnt.add('x', 'a')
  at.puzzleProgress.tried('x', ['k', 1000], false, undefined, NOON - DAY)
  at.mistakes.add([mistake], NOON)
  expect(at.ownPath.known(GAME, true, NOON)).toMatchObject({ lessons: ['a'], puzzles: 1, back: ['k'], mistakes: 1 })
  expect(at.ownPath.known(GAME, false, NOON).mistakes).toBe(0)
  expect(at.ownPath.known(OTHER, true, NOON)).toMatchObject({ lessons: [], puzzles: 0, back: [], mistakes: 0 })
})

test('minutes are those of today, days those in a row, and a missed day ends only the row', async () => {
  const at = await visit()
  at.ownPath.did('x', 2, NOON - 3 * DAY)
  at.ownPath.did('x', 2, NOON - DAY)
  at.ownPath.did('x', 1, NOON - DAY)
  expect([at.ownPath.spent(NOON - DAY), at.ownPath.spent(NOON), at.ownPath.daysInARow(NOON)]).toEqual([3, 0, 1])
  table(at, 't')
  expect([at.ownPath.spent(NOON), at.ownPath.daysInARow(NOON)]).toEqual([5, 2])
  expect((await visit()).ownPath.spent(NOON)).toBe(5)
})

test('what came back and was tried takes of the room of today', async () => {
  const at = await visit()
  at.puzzleProgress.triedAgain('x', 'k', {
    due: NOON + 9 * DAY,
    tries: [
      [NOON - 9 * DAY, false],
      [NOON, true],
    ],
  })
  expect([at.ownPath.room(NOON), at.ownPath.room(NOON + DAY)]).toEqual([4, 5])
})

test('the game that was learnt last comes first, and a game that was not begun is left out', async () => {
  const at = await visit()
  expect(at.ownPath.begun([GAME, OTHER])).toEqual([])
  at.learnt.add('x', 'a')
  expect(at.ownPath.begun([OTHER, GAME])).toEqual([GAME])
  at.ownPath.did('y', 2)
  expect(at.ownPath.begun([GAME, OTHER])).toEqual([OTHER, GAME])
})

test('a stage begins with what had been done then', async () => {
  const at = await visit()
  at.ownPath.note([GAME])
  expect(at.ownPath.known(GAME, true, NOON).start).toEqual({ stage: 0, lessons: 0, puzzles: 0 })
  for (const id of ['a', 'b', 'c']) at.learnt.add('x', id)
  table(at, 't', {}, ['weak'])
  at.ownPath.note([GAME])
  at.learnt.add('x', 'd')
  at.ownPath.note([GAME])
  expect((await visit()).ownPath.known(GAME, true, NOON).start).toEqual({ stage: 1, lessons: 3, puzzles: 0 })
})

test('who is beaten while paths are on show is known for good', async () => {
  fetched([GAME], null)
  const at = await visit()
  const paths = new at.Paths()
  const end = paths.load()
  await vi.waitFor(() => expect(paths.cards).toHaveLength(1))
  table(at, 't')
  at.forget('t')
  end()
  table(at, 'after the end', {}, ['good'])
  at.forget('after the end')
  expect((await visit()).ownPath.known(GAME, true, NOON).beaten).toEqual(['fair'])
})

test('games that the engine does not know are not judged', async () => {
  fetched([GAME, OTHER], { program: 'engine.js', games: ['x'] })
  const at = await visit()
  for (const id of ['x', 'y']) {
    at.remember({ id, slug: id, keys: ['k'] })
    const standing = { id, state: 'over', seats: ['', 'fair'].map(seat), yours: [0], winners: [0], at: NOON }
    at.keepStandings({ tables: [standing as unknown as YourTable], gone: [] })
  }
  const paths = new at.Paths()
  paths.load()
  await vi.waitFor(() => expect(paths.cards).toHaveLength(2))
  expect(paths.cards!.map((game) => paths.known(game).unreviewed)).toEqual(['x', ''])
})

test('a game whose server names no course has none', async () => {
  fetched([{ ...GAME, course: undefined } as unknown as GameCard], null)
  const at = await visit()
  const paths = new at.Paths()
  paths.load()
  await vi.waitFor(() => expect(paths.cards).toMatchObject([{ slug: 'x', course: [] }]))
  expect(paths.next('x')).not.toEqual([])
})

test('two windows forget nothing of each other', async () => {
  const [one, other] = [await visit(), await visit()]
  one.ownPath.did('x', 2)
  other.ownPath.did('y', 1)
  const again = await visit()
  expect([again.ownPath.spent(NOON), again.ownPath.begun([GAME, OTHER]).length]).toEqual([3, 2])
})

test('where storage is forbidden, it is known until the page is closed', async () => {
  vi.stubGlobal('localStorage', undefined)
  const { ownPath } = await visit()
  ownPath.did('x', 2)
  ownPath.did('x', 1)
  vi.unstubAllGlobals()
  expect([ownPath.spent(NOON), ownPath.daysInARow(NOON)]).toEqual([3, 1])
})

test.each([
  '17',
  'nonsense',
  '{"beaten":{"x":7},"starts":{"x":null,"y":{"stage":"one"}},"last":{"x":"now"},"days":"all","minutes":"many"}',
  '{"beaten":null,"starts":[1],"days":[null,1.5]}',
])('nothing that is stored can stop the page: %s', async (stored) => {
  localStorage.setItem('rookery.path', stored)
  const { ownPath } = await visit()
  expect(ownPath.known(GAME, true, NOON)).toMatchObject({ beaten: [], start: null })
  expect([ownPath.spent(NOON), ownPath.daysInARow(NOON), ownPath.begun([GAME])]).toEqual([0, 0, []])
})

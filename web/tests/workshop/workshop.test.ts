/** The board follows the edits of a game, as far as what was played there can still be played. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../fake'
import { parlour } from '#parlour'
import type { Painter, Positions } from '../../src/painting/painter'
import * as api from '../../src/net/api'
import * as requests from '../../src/net/requests'
import type { BoardCard, GameCard } from '../../src/protocol'
import { GameFault } from '../../src/sandbox/distant_painter'
import { StudyTable } from '../../src/study/study_table.svelte'
import { Workshop } from '../../src/workshop/workshop.svelte'
import type { DevState, LawFails } from '../../src/workshop/workshop_types'

const STATE: DevState = { game: 'last_match', news: 1, edit: 1, failure: null, fault: null, laws: null }
const CARD = { slug: 'last_match', players: [2, 3] } as unknown as GameCard
let told: (state: DevState) => void // gives the page an answer
let fault: GameFault // of the painter
let stops = false // any move is stopped
let legal = 5 // actions below it are legal

beforeEach(() => {
  localStorage.clear()
  legal = 5
  stops = false
  vi.spyOn(api, 'games').mockResolvedValue([CARD])
  vi.spyOn(api, 'firstBoard').mockResolvedValue({} as BoardCard)
  const study = () => Promise.resolve({ moments: () => Promise.reject(fault) } as unknown as Positions)
  vi.spyOn(parlour, 'painter').mockResolvedValue({ study } as unknown as Painter)
  vi.spyOn(requests, 'get').mockImplementation(() => new Promise((done) => (told = done as (state: DevState) => void)))
  vi.spyOn(StudyTable.prototype, 'go').mockResolvedValue()
  vi.spyOn(StudyTable.prototype, 'positions').mockImplementation(() =>
    Promise.resolve({ entries: () => Promise.resolve([]), playable, moments } as unknown as Positions),
  )
})
afterEach(() => vi.restoreAllMocks())

function playable(way: readonly number[]) {
  if (stops && way.length > 0) return Promise.reject(new Error('The game was stopped.'))
  const end = way.findIndex((action) => action >= legal)
  return Promise.resolve(end < 0 ? way : way.slice(0, end))
}

/** Throws as the board does for a way that cannot be played. */
async function moments(way: readonly number[]) {
  if ((await playable(way)).length < way.length) throw new Error('Move 2 is not possible there.')
  return []
}

async function opened(): Promise<Workshop> {
  const workshop = new Workshop('last_match')
  told(STATE)
  await vi.waitFor(() => expect(workshop.board?.ready).toBe(true))
  return workshop
}

test('after an edit, moves that are still possible stand on the board', async () => {
  const workshop = await opened()
  workshop.board!.go([1, 2, 4, 3])
  legal = 4
  const before = workshop.board
  told({ ...STATE, news: 2, edit: 2 })
  await vi.waitFor(() => expect(workshop.board).not.toBe(before))
  expect(workshop.board!.study.way).toEqual([1, 2])
  workshop.end()
})

test('what is found of the laws leaves the board alone', async () => {
  const workshop = await opened()
  const before = workshop.board
  const laws = { result: 'holds', game: 'last_match', laws: 3, positions: 9, games: 2, skipped: 0, lessons: 0 } as const
  told({ ...STATE, news: 2, laws })
  await vi.waitFor(() => expect(workshop.state?.laws).toEqual(laws))
  expect(workshop.board).toBe(before)
  workshop.end()
})

test('the position at which a law is broken is shown', async () => {
  const workshop = await opened()
  const failure: LawFails = {
    ...{ result: 'fails', game: 'last_match', error: 'a number is too large', law: 'fields_stay_in_range' },
    ...{ sentence: '', file: 'rules.py', line: 0, seed: 0, ply: 2, position: '', state: '' },
    ...{ players: 3, options: {}, actions: [0, 3], more: [] },
  }
  await workshop.visit(failure)
  expect(workshop.board!.study.game.players).toBe(3)
  expect(workshop.board!.study.way).toEqual([0, 3])
  workshop.end()
})

test('a position that cannot be shown leaves the board alone', async () => {
  const workshop = await opened()
  const before = workshop.board
  const failure = { players: 2, options: {}, actions: [0, 9] } as unknown as LawFails
  await expect(workshop.visit(failure)).rejects.toThrow('Move 2 is not possible there.')
  expect(workshop.board).toBe(before)
  workshop.end()
})

test.each([
  ['the game throws', false, 'index 30 is out of bounds (rules.py, line 81)'],
  ['never ends, at once', true, 'The game was stopped.'],
])('what %s on the board is told with the place that the server finds', async (_, stopped, words) => {
  const lend = vi.spyOn(parlour, 'lend')
  const workshop = await opened()
  fault = new GameFault('The game was stopped.', stopped)
  const painter = await lend.mock.lastCall![1]()
  const positions = await painter.study({} as BoardCard, null)
  const shown = expect(positions.moments([7], 0)).rejects.toThrow(words)
  const asked = ['/api/workshop/fault', { players: 2, position: '', actions: '[7]' }]
  await vi.waitFor(() => expect(requests.get).toHaveBeenLastCalledWith(...asked))
  const place = { error: 'index 30 is out of bounds', file: 'rules.py', line: 81 } as LawFails
  told(place as never)
  await shown
  await vi.waitFor(() => expect(workshop.fault).toEqual(place))
  workshop.end()
})

test('what the server was stopped for is told until the next edit', async () => {
  const workshop = await opened()
  const place = { error: '`play` ran for 10 seconds', file: 'rules.py', line: 81 } as LawFails
  told({ ...STATE, news: 2, fault: place })
  await vi.waitFor(() => expect(workshop.fault).toEqual(place))
  told({ ...STATE, news: 3, edit: 2 })
  await vi.waitFor(() => expect(workshop.fault).toBeNull())
  workshop.end()
})

test('after an edit in which a move never ends, the game stands at its beginning', async () => {
  const workshop = await opened()
  workshop.board!.go([1, 2])
  stops = true
  const before = workshop.board
  told({ ...STATE, news: 2, edit: 2 })
  await vi.waitFor(() => expect(workshop.board).not.toBe(before))
  expect(workshop.board!.study.way).toEqual([])
  workshop.end()
})

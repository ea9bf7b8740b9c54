/** The board follows the edits of a game, as far as what was played there can still be played. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../fake'
import type { Positions } from '../../src/painting/painter'
import * as api from '../../src/net/api'
import * as requests from '../../src/net/requests'
import type { BoardCard, GameCard } from '../../src/protocol'
import { StudyTable } from '../../src/study/study_table.svelte'
import { Workshop } from '../../src/workshop/workshop.svelte'
import type { DevState, LawFails } from '../../src/workshop/workshop_types'

const STATE: DevState = { game: 'last_match', news: 1, edit: 1, failure: null, laws: null }
const CARD = { slug: 'last_match', players: [2, 3] } as unknown as GameCard
let told: (state: DevState) => void // gives the page an answer
let legal = 5 // actions below it are legal

beforeEach(() => {
  localStorage.clear()
  legal = 5
  vi.spyOn(api, 'games').mockResolvedValue([CARD])
  vi.spyOn(api, 'firstBoard').mockResolvedValue({} as BoardCard)
  vi.spyOn(requests, 'get').mockImplementation(() => new Promise((done) => (told = done as (state: DevState) => void)))
  vi.spyOn(StudyTable.prototype, 'go').mockResolvedValue()
  vi.spyOn(StudyTable.prototype, 'positions').mockImplementation(() =>
    Promise.resolve({ entries: () => Promise.resolve([]), playable, moments } as unknown as Positions),
  )
})
afterEach(() => vi.restoreAllMocks())

function playable(way: readonly number[]) {
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

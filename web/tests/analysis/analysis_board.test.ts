/** What an analysis keeps can be opened again. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../fake'
import { AnalysisBoard } from '../../src/analysis/analysis_board.svelte'
import { savedStudies } from '../../src/analysis/saved_studies'
import type { Positions } from '../../src/painting/painter'
import { readStudyText } from '../../src/study/study_text'
import { StudyTable } from '../../src/study/study_table.svelte'
import { added, ends, type Variations } from '../../src/study/variations'

const GAME = { slug: 'go-fish', players: 2, options: {} }
const MOST = 300 // lines of an analysis

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(StudyTable.prototype, 'positions').mockResolvedValue({
    entries: () => Promise.resolve([]),
  } as unknown as Positions)
  vi.spyOn(StudyTable.prototype, 'go').mockResolvedValue()
})
afterEach(() => vi.restoreAllMocks())

test('a line or a note with which it could not be opened again is refused', async () => {
  const tree = Array.from({ length: MOST - 1 }, (_, i) => [i]).reduce<Variations>(added, [])
  const board = new AnalysisBoard({ game: GAME, name: '', tree, way: [] }, 'it', () => {})
  await vi.waitFor(() => expect(board.ready).toBe(true))
  const kept = () => readStudyText('go-fish', savedStudies('go-fish')[0]!.text)
  board.go([MOST])
  expect([board.failure, ends(kept().tree).length]).toEqual(['', MOST])
  board.table.sent = { ply: 0, action: MOST + 1 }
  board.go([MOST + 1])
  expect(board.failure).toBe('This analysis is as large as it can be. Delete some of it, or begin another one.')
  expect([board.way, board.table.sent, ends(kept().tree).length]).toEqual([[MOST], null, MOST])

  for (let action = 0; action < MOST - 1; action++) {
    board.go([action])
    board.note('ж'.repeat(200))
  }
  expect(board.failure).toMatch('as large as it can be')
  expect(kept().tree).toEqual(board.tree)
  board.go([0])
  board.remove()
  expect([board.failure, ends(kept().tree).length]).toEqual(['', MOST - 1])
  board.end()
})

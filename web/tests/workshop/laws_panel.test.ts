/** What the panel of laws says of a game with several faults. */
import { expect, test, vi } from 'vitest'
import type { Bench } from '../../src/workshop/bench'
import LawsPanel from '../../src/workshop/LawsPanel.svelte'
import type { LawFails } from '../../src/workshop/workshop_types'
import { button, show } from '../shown'

const NOTHING: LawFails = {
  ...{ result: 'fails', game: 'last_match', error: '', law: '', sentence: '', file: '', line: 0 },
  ...{ players: 0, options: {}, seed: 0, ply: 0, position: '', state: '', actions: [], more: [] },
}

function faulty(more: LawFails[]): Bench {
  const laws = { ...NOTHING, error: 'the mover is 7', law: 'mover_is_somebody', more }
  return {
    ...{ slug: 'last_match', card: null, board: null, failure: '', plays: false, away: false, making: false },
    ...{ state: { game: 'last_match', news: 1, edit: 1, failure: null, fault: null, laws }, trying: false },
    ...{ begin: vi.fn(), visit: vi.fn(() => Promise.reject(new Error('It is gone.'))), setUp: vi.fn() },
  }
}

test('each other fault is listed with its place, and its position can be shown', () => {
  const late = { ...NOTHING, error: 'the game is not over', law: 'games_end', ply: 9 }
  const lesson = { ...NOTHING, error: 's11 is not legal', file: 'lessons.toml', line: 2 }
  const workshop = faulty([late, lesson])
  show(LawsPanel, { workshop })
  expect(document.querySelector('summary')!.textContent).toBe('2 more faults')
  const [first, second] = [...document.querySelectorAll('li')].map((item) =>
    item.textContent.replace(/\s+/g, ' ').trim(),
  )
  expect(first).toBe('the game is not over Show it')
  expect(second).toBe('s11 is not legal lessons.toml, line 2')
  button('Show it')!.click()
  expect(workshop.visit).toHaveBeenCalledWith(late)
})

test('a single fault has no list', () => {
  show(LawsPanel, { workshop: faulty([]) })
  expect(document.querySelector('details')).toBeNull()
})

test('a position that cannot be shown says why, and the place of a fault leads to its line', async () => {
  const workshop = { ...faulty([]), fault: null, look: vi.fn() }
  show(LawsPanel, { workshop })
  button('Show the position')!.click()
  const said = 'That position cannot be shown. It is gone.'
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toBe(said))
  const fault = { ...NOTHING, error: 'an index is out of range', file: 'rules.py', line: 81 }
  show(LawsPanel, { workshop: { ...workshop, fault } })
  button('rules.py, line 81')!.click()
  expect(workshop.look).toHaveBeenCalledWith(fault)
})

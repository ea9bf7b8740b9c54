import { expect, test } from 'vitest'
import { companyText, freeFirst, freeSeat, stateText } from '../../src/lobby/public_tables'
import type { ListedSeat, ListedTable } from '../../src/protocol'

const seat = (role: string, more: Partial<ListedSeat> = {}): ListedSeat => ({
  role,
  name: '',
  level: '',
  strength: '',
  species: '',
  kind: 'person',
  open: false,
  ...more,
})
const table = (id: string, state: ListedTable['state'], ...seats: ListedSeat[]): ListedTable => ({
  id,
  game: 'g',
  name: 'Game',
  state,
  seats,
  at: 0,
  time: '',
  rated: false,
})
const open = table(
  'open',
  'waiting',
  seat('North', { name: 'Anna' }),
  seat('South', { open: true }),
  seat('East', { level: 'greedy', strength: 'Very easy' }),
)
const played = table('played', 'playing', seat('North'), seat('South', { level: 'hard', strength: 'Hard' }))

test('tables with a free seat come first, in the order of the server', () => {
  const other = { ...open, id: 'other' }
  expect(freeFirst([played, open, other]).map(({ id }) => id)).toEqual(['open', 'other', 'played'])
  expect([open, played].map(freeSeat)).toEqual([1, -1])
})

test('the players at a table, and its state', () => {
  expect([open, played].map(companyText)).toEqual(['Anna and Very easy bot', 'North and Hard bot'])
  const two = { ...open, seats: [...open.seats, seat('West', { open: true })] }
  expect([open, two, played, { ...played, state: 'waiting' as const }].map(stateText)).toEqual([
    '1 free seat',
    '2 free seats',
    'In progress',
    'Waiting for players',
  ])
})

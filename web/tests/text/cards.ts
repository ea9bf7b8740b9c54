/** Cards of a table with two seats. */
import type { GameCard, SeatCard, TableCard } from '../../src/protocol'
import type { ShownMoment } from '../../src/state'

export const seat = (index: number, yours: boolean, name = ''): SeatCard => ({
  index,
  role: ['North', 'South'][index]!,
  name,
  kind: 'person',
  level: '',
  strength: '',
  bird: '',
  open: false,
  came: true,
  yours,
  here: true,
  style: '',
  feed: '',
  webhook: '',
  look: '',
  lent: '',
})
export const game = { seats: { 2: ['North', 'South'] } } as unknown as GameCard
export const table = (...seats: SeatCard[]) => ({ game, seats, begun: true }) as unknown as TableCard
export const moment = (mover: number | null) =>
  ({
    mover,
    over: mover === null,
    winners: [0],
    given_up: false,
    scene: { caption: 'North wins.' },
  }) as unknown as ShownMoment

/** Which bots a browser plays against next. */
import { beforeEach, expect, test } from 'vitest'
import { climb, keepOpponent, lastOpponent } from '../../src/browser/opponents'
import type { SeatCard, TableCard } from '../../src/protocol'

const LEVELS = ['weak', 'middling', 'strong'].map((id) => ({ id }))
const me = (index: number, level = '') => ({ index, yours: true, kind: 'person', level }) as SeatCard
const friend = (index: number) => ({ index, yours: false, kind: 'person', level: '' }) as SeatCard
const bot = (index: number, level: string) => ({ index, yours: false, kind: 'bot', level }) as SeatCard
const over = (winners: number[], ...seats: SeatCard[]) =>
  climb({ game: { slug: 'g', levels: LEVELS }, seats } as unknown as TableCard, winners)

beforeEach(() => {
  localStorage.clear()
  keepOpponent('g', 'middling')
})

test('after a win the next level is offered, up to the strongest', () => {
  over([0], me(0), bot(1, 'middling'), bot(2, 'middling'))
  expect([lastOpponent('g'), lastOpponent('another')]).toEqual(['strong', ''])
  over([1], bot(0, 'strong'), me(1))
  expect(lastOpponent('g')).toBe('strong')
})

test.each(['null', '7', '"weak"', '[]', '{"g": {"level": 1}}', '{nonsense'])(
  'what is stored may be anything: %s',
  (stored) => {
    localStorage.setItem('rookery.opponents', stored)
    expect(lastOpponent('g')).toBe('')
    keepOpponent('g', 'weak')
    expect(lastOpponent('g')).toBe('weak')
  },
)

test.each<[string, number[], SeatCard[]]>([
  ['a loss', [1], [me(0), bot(1, 'middling')]],
  ['a draw', [], [me(0), bot(1, 'middling')]],
  ['a draw in which all win', [0, 1], [me(0), bot(1, 'middling')]],
  ['a win against another level', [0], [me(0), bot(1, 'weak')]],
  ['a win against bots of several levels', [0], [me(0), bot(1, 'middling'), bot(2, 'weak')]],
  ['a win against a friend, too', [0], [me(0), bot(1, 'middling'), friend(2)]],
  ['a win of two at this screen', [0], [me(0), me(1), bot(2, 'middling')]],
  ['a win of the bot that plays for me', [0], [me(0, 'strong'), bot(1, 'middling')]],
  ['a win alone', [0], [me(0)]],
])('the same level is offered after %s', (_, winners, seats) => {
  over(winners, ...seats)
  expect(lastOpponent('g')).toBe('middling')
})

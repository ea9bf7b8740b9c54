/** Reviews in words. */
import { describe, expect, it } from 'vitest'
import { moveNumber, reasonText, seatText, sureText } from '../../src/study/review_text'
import type { Judgement } from '../../src/engine/engine_types'

const NOTHING = { decisions: 4, accuracy: 100, lost: 0, luck: 0, mattered: [] }

describe('a review in words', () => {
  it('counts the moves of seats, not draws', () => {
    const movers = [-1, 0, 1, -1, -1, 0]
    expect(movers.map((_, ply) => moveNumber(movers, ply + 1))).toEqual([0, 1, 2, 2, 2, 3])
  })

  it('says what moves and luck did', () => {
    expect(seatText(NOTHING, 'you')).toEqual(['The moves gave nothing away.'])
    expect(seatText({ ...NOTHING, lost: 0.3, luck: 0.1 }, 'you')).toEqual([
      'On average a move gave away 7.5% of the chance to win.',
      'Luck brought you 10%.',
    ])
    expect(seatText({ ...NOTHING, luck: -0.12 }, 'you')[1]).toBe('Luck cost you 12%.')
    expect(seatText({ ...NOTHING, luck: -0.12 }, 'they')[1]).toBe('Luck cost them 12%.')
    expect(seatText({ ...NOTHING, decisions: 0, accuracy: null }, 'you')).toEqual(['There was nothing to decide.'])
  })

  it('tells no number above 100%', () => {
    expect(seatText({ ...NOTHING, luck: 1.3 }, 'you')[1]).toBe('Luck brought you a whole game and more.')
  })

  it('says how sure it is, if there is a doubt', () => {
    const told = { proved: false, margin: 0.031 } as Judgement
    expect(sureText(told)).toBe('Give or take 3%.')
    expect(sureText({ ...told, margin: 0.019 })).toBe('')
    expect(sureText({ ...told, proved: true })).toBe('This is proved.')
  })

  it('tells reasons to the player who decided, and of another', () => {
    const reason = 'It keeps room for 4 more of your birds and leaves you one rotation left.'
    expect(reasonText(reason, 'you')).toBe(reason)
    expect(reasonText(reason, 'they')).toBe(
      'It keeps room for 4 more of their birds and leaves them one rotation left.',
    )
  })
})

/** Reviews in words. */
import { describe, expect, it } from 'vitest'
import { moveNumber, seatText, sureText } from '../../src/study/review_text'
import type { Judgement } from '../../src/engine/engine_types'

const NOTHING = { decisions: 4, accuracy: 100, lost: 0, luck: 0, mattered: [] }

describe('a review in words', () => {
  it('counts the moves of seats, not draws', () => {
    const movers = [-1, 0, 1, -1, -1, 0]
    expect(movers.map((_, ply) => moveNumber(movers, ply + 1))).toEqual([0, 1, 2, 2, 2, 3])
  })

  it('says what moves and draws did', () => {
    expect(seatText(NOTHING)).toEqual(['The moves gave nothing away.'])
    expect(seatText({ ...NOTHING, lost: 0.3, luck: 0.1 })).toEqual([
      'On average a move gave away 7.5%.',
      'The draws added 10%.',
    ])
    expect(seatText({ ...NOTHING, luck: -0.1 })[1]).toBe('The draws took 10%.')
    expect(seatText({ ...NOTHING, decisions: 0, accuracy: null })).toEqual(['There was nothing to decide.'])
  })

  it('says how sure it is', () => {
    const told = { proved: false, margin: 0.031 } as Judgement
    expect(sureText(told)).toBe('Give or take 3%.')
    expect(sureText({ ...told, proved: true })).toBe('This is proved.')
  })
})

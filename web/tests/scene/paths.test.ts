import { describe, expect, test } from 'vitest'
import { click, grouped, nextSpots, openChoices } from '../../src/scene/paths'
import type { Choice } from '../../src/protocol'

const choice = (action: number, ...path: string[]): Choice => ({
  action,
  path,
  text: path.join('-'),
  words: `to ${path.at(-1)}`,
  also: [],
})
const CHOICES = [
  choice(0, 'a', 'c'),
  choice(1, 'a', 'd'),
  choice(2, 'b', 'd'),
  choice(3, 'b', 'a', 'e'),
  choice(4, 'b', 'a', 'f'),
  choice(5, 'pass'),
]

describe('narrowing', () => {
  test('a prefix keeps the choices that begin with it', () => {
    expect(openChoices(CHOICES, []).length).toBe(6)
    expect(openChoices(CHOICES, ['b', 'a']).map((c) => c.action)).toEqual([3, 4])
    expect(openChoices(CHOICES, ['c'])).toEqual([])
  })

  test('next spots know whether they complete a choice', () => {
    expect([...nextSpots(CHOICES, [])]).toEqual([
      ['a', null],
      ['b', null],
      ['pass', CHOICES[5]],
    ])
    expect([...nextSpots(CHOICES, ['b'])]).toEqual([
      ['d', CHOICES[2]],
      ['a', null],
    ])
    expect(nextSpots(CHOICES, ['a', 'c']).size).toBe(0)
  })

  test('a choice can be made by other paths, too', () => {
    const line = { ...choice(7, 'g', 'h'), also: [['h', 'g']] }
    expect([...nextSpots([line], [])]).toEqual([
      ['g', null],
      ['h', null],
    ])
    expect([...nextSpots([line], ['h'])]).toEqual([['g', line]])
    expect(openChoices([line], ['h'])).toEqual([line])
  })
})

describe('groups', () => {
  const many = [
    choice(20, 'pass'),
    ...['a', 'b'].flatMap((from, i) => Array.from({ length: 6 }, (_, to) => choice(6 * i + to, from, `t${to}`))),
    choice(21, 'z', 'y'),
  ]

  test('a long list has a heading for each piece, and begins with what is alone', () => {
    expect(grouped(many, []).map(({ spot, choices }) => [spot, choices.length])).toEqual([
      ['', 2],
      ['a', 6],
      ['b', 6],
    ])
    expect(grouped(many, []).flatMap(({ choices }) => choices)).toHaveLength(many.length)
  })

  test('a short one has none, nor one where every choice has a piece of its own, or all the same one', () => {
    expect(grouped(CHOICES, [])).toEqual([{ spot: '', choices: CHOICES }])
    const apart = Array.from({ length: 20 }, (_, i) => choice(i, `s${i}`))
    expect(grouped(apart, [])).toHaveLength(1)
    expect(grouped(openChoices(many, ['a']), ['a'])).toHaveLength(1)
  })
})

describe('a click', () => {
  test('goes one step on', () => expect(click(CHOICES, [], 'a')).toEqual({ kind: 'step', path: ['a'] }))
  test('completes a path', () => expect(click(CHOICES, ['a'], 'd')).toEqual({ kind: 'choice', choice: CHOICES[1] }))
  test('on a chosen spot takes that step back', () => {
    expect(click(CHOICES, ['a'], 'a')).toEqual({ kind: 'step', path: [] })
    expect(click(CHOICES, ['b', 'a'], 'b')).toEqual({ kind: 'step', path: [] })
    expect(click(CHOICES, ['b', 'a'], 'a')).toEqual({ kind: 'step', path: ['b'] })
  })
  test('goes on rather than back where both could be meant', () => {
    const twice = [choice(0, 'a', 'a'), choice(1, 'a', 'b')]
    expect(click(twice, ['a'], 'a')).toEqual({ kind: 'choice', choice: twice[0] })
  })
  test('elsewhere begins anew', () => expect(click(CHOICES, ['a'], 'b')).toEqual({ kind: 'step', path: ['b'] }))
  test('elsewhere never plays a shorter choice', () =>
    expect(click(CHOICES, ['a'], 'pass')).toEqual({ kind: 'nothing' }))
  test('on a dead spot does nothing', () => expect(click(CHOICES, ['a'], 'z')).toEqual({ kind: 'nothing' }))
})

import { expect, test } from 'vitest'
import type { Counter, Scene, ScoreLine } from '../../src/protocol'
import { finaleSteps, hopsOf } from '../../src/finale/finale_steps'
import { EMPTY } from '../scenes'

const counter = (seat: number, value: string): Counter => ({
  id: `points-${seat}`,
  label: 'points',
  value,
  seat,
  style: '',
})
const line = (seat: number | null, points: number[], counter = seat === null ? '' : `points-${seat}`): ScoreLine => ({
  seat,
  words: `${points.length} groups`,
  counter,
  parts: points.map((each, i) => ({ pieces: [`${seat}-${i}`], points: each })),
})
const scored = (...score: ScoreLine[]): Scene => ({
  ...EMPTY,
  score,
  counters: [counter(0, '5/45'), counter(1, '2')],
})
const ENDED = scored(line(0, [2, 3]), line(1, [2]), line(null, [0]))

test('parts are counted one by one, and each counter ends with its own number', () => {
  const steps = finaleSteps(ENDED, [1])
  expect(steps.map(({ line: { seat }, lit, sum }) => [seat, lit.length, sum])).toEqual([
    [0, 0, 0],
    [0, 1, 2],
    [0, 2, 5],
    [null, 0, 0],
    [null, 1, 0],
    [1, 0, 0],
    [1, 1, 2],
  ])
  expect(steps.map(({ counters }) => [...counters.values()].join(' '))).toEqual([
    '0/45 0',
    '2/45 0',
    '5/45 0',
    '5/45 0',
    '5/45 0',
    '5/45 0',
    '5/45 2',
  ])
})

test.each([1, 3, 12, 60])('a score of %i lines is counted within six seconds', (lines) => {
  const many = scored(...Array.from({ length: lines }, (_, i) => line(i % 2, Array<number>(20).fill(1))))
  const whole = finaleSteps(many, [0]).reduce((sum, { ms }) => sum + ms, 0)
  expect(whole).toBeLessThanOrEqual(5601)
  expect(whole).toBeGreaterThan(1500)
})

test('a game that does not say what counted has no scene', () => {
  expect(finaleSteps(EMPTY, [0])).toEqual([])
  expect(hopsOf(EMPTY, [0]).size).toBe(0)
})

test("only the winners' pieces hop, one after the other", () => {
  expect([...hopsOf(ENDED, [0])]).toEqual([
    ['0-0', 0],
    ['0-1', 70],
  ])
  expect([...hopsOf(ENDED, []).keys()]).toEqual([])
  const team = scored(line(null, [1, 1], 'gifts'), line(null, [0]))
  expect([...hopsOf(team, [0, 1]).keys()]).toEqual(['null-0', 'null-1'])
  expect(hopsOf(team, []).size).toBe(0)
})

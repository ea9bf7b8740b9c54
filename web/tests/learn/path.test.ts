/** The laws of a path: what comes next, and what ten minutes a day are spent on. */
import { expect, test } from 'vitest'
import type { LevelCard } from '../../src/protocol'
import {
  MINUTES_A_DAY,
  MOST_RETURNING,
  nextSteps,
  stageOf,
  startOf,
  stepsToday,
  stones,
  stonesWithReturns,
  type Known,
  type PathGame,
  type Step,
} from '../../src/learn/path'

const level = (id: string) => ({ id, name: id }) as LevelCard
const GAME: PathGame = {
  slug: 'x',
  name: 'X',
  cooperative: false,
  levels: ['weak', 'fair', 'good', 'best'].map(level),
  lessons: 11,
  course: ['a', 'b', 'c', 'd', 'e'],
  puzzles: 30,
}
const known = (changes: Partial<Known> = {}): Known => ({
  game: GAME,
  lessons: [],
  puzzles: 0,
  back: [],
  mistakes: 0,
  beaten: [],
  table: '',
  unreviewed: '',
  start: null,
  ...changes,
})
const begun = (one: Known): Known => ({ ...one, start: startOf(one) })
const next = (one: Known) => nextSteps(one, MOST_RETURNING)[0]
const kinds = (one: Known) => nextSteps(one, MOST_RETURNING).map(({ kind }) => kind)
const COURSE = known({ lessons: GAME.course, puzzles: 1 })

/** What is known when the step has been done, and whether a match was won. */
function done(one: Known, step: Step, won = true): Known {
  const after = taken(one, step, won)
  return after.start?.stage === stageOf(after) ? after : { ...after, start: startOf(after) }
}

function taken(one: Known, step: Step, won: boolean): Known {
  if (step.kind === 'lesson') {
    const id = step.lesson || [...GAME.course, ...'123456'].find((id) => !one.lessons.includes(id))!
    return { ...one, lessons: [...one.lessons, id] }
  }
  if (step.kind === 'puzzle')
    return step.key
      ? { ...one, back: one.back.filter((key) => key !== step.key) }
      : { ...one, puzzles: one.puzzles + 1 }
  if (step.kind === 'match') return won ? { ...one, beaten: [...one.beaten, step.level.id] } : one
  return step.kind === 'review' ? { ...one, unreviewed: '' } : { ...one, mistakes: one.mistakes - step.count }
}

/** The steps of somebody who does each one at once, as letters. */
function walked(one: Known, count: number): string {
  let at = begun(one)
  let way = ''
  for (let i = 0; i < count; i += 1) {
    const step = next(at)!
    way += step.kind === 'match' ? step.level.id.charAt(0).toUpperCase() : step.kind.charAt(0)
    at = done(at, step)
  }
  return way
}

test('a beginner walks from the course over puzzles to one opponent after the other', () => {
  expect(walked(known(), 24)).toBe('lllpllW' + 'lplpF' + 'lplpG' + 'lplpB' + 'pp')
})

test('no lesson that was done is offered again, and no step is offered twice at a time', () => {
  let at = begun(known())
  for (let i = 0; i < 40; i += 1) {
    const steps = nextSteps(at, MOST_RETURNING)
    const lessons = steps.flatMap((step) => (step.kind === 'lesson' && step.lesson ? [step.lesson] : []))
    expect(lessons.filter((id) => at.lessons.includes(id))).toEqual([])
    expect(new Set(steps.map((step) => JSON.stringify(step))).size).toBe(steps.length)
    at = done(at, steps[0]!, i % 3 > 0)
  }
})

test('there is always a next step, whatever was done', () => {
  for (const lessons of [[], ['a'], GAME.course, [...GAME.course, ...'123456']])
    for (const puzzles of [0, 1, 7, 30])
      for (const beaten of [[], ['weak'], ['good'], ['best']])
        for (const start of [null, { stage: 2, lessons: 99, puzzles: 99 }])
          expect(next(known({ lessons, puzzles, beaten, start }))).toBeDefined()
})

test('a lost match is played again, and a puzzle is beside it', () => {
  const ready = begun(COURSE)
  const lost = done(ready, next(ready)!, false)
  expect(next(lost)).toEqual(next(ready))
  const later = known({ lessons: [...GAME.course, '1', '2'], puzzles: 3, beaten: ['weak'] })
  const last = { ...later, start: { stage: 1, lessons: 5, puzzles: 1 } }
  expect(kinds(last)).toEqual(['match', 'puzzle'])
})

test('who beats a strong opponent passes the stages before, and every step is still counted', () => {
  const strong = known({ beaten: ['good'] })
  expect(stageOf(strong)).toBe(3)
  expect(stageOf(known({ beaten: ['weak'] }))).toBe(0) // the weakest one is beaten without knowing the rules
  let at = begun(strong)
  const all = stones(at).length
  for (let filled = 0; filled < all - 1; filled += 1) {
    expect(stones(at).filter((stone) => stone.done)).toHaveLength(filled)
    at = done(at, next(at)!)
  }
  expect(next(at)).toMatchObject({ kind: 'match', level: { id: 'best' } })
})

test('after the last opponent lessons and puzzles go on, and then matches', () => {
  const best = known({ lessons: GAME.course, puzzles: 8, beaten: ['best'] })
  expect(kinds(best).toSorted()).toEqual(['lesson', 'puzzle'])
  const all = known({ lessons: [...GAME.course, ...'123456'], puzzles: 30, beaten: ['best'] })
  expect(nextSteps(all, 5)).toMatchObject([{ kind: 'match', level: { id: 'best' } }])
})

test('what was missed comes first, then the last game, at most as much as there is room for', () => {
  const missed = { ...COURSE, mistakes: 9, back: ['k'], unreviewed: 't' }
  expect(nextSteps(missed, 5).slice(0, 2)).toMatchObject([{ kind: 'mistakes', count: 5 }, { kind: 'review' }])
  expect(nextSteps({ ...missed, mistakes: 2 }, 5).slice(0, 3)).toMatchObject([
    { kind: 'mistakes', count: 2 },
    { kind: 'puzzle', key: 'k' },
    { kind: 'review', table: 't' },
  ])
  expect(nextSteps(missed, 0)[0]).toMatchObject({ kind: 'review' })
})

test('it stands on the branch before the next part', () => {
  const all = stonesWithReturns(known({ lessons: ['a'], mistakes: 1 }), 5)
  expect(all.map(({ step, done }) => `${step.kind.charAt(0)}${Number(done)}`).join(' ')).toBe('l1 m0 l0 l0 p0 l0 l0 m0')
})

test('a match that goes on is gone on with', () => {
  expect(next({ ...COURSE, table: 't' })).toMatchObject({ kind: 'match', table: 't' })
})

test('in a game that is played together the strongest partner is the first', () => {
  const game = { ...GAME, cooperative: true }
  expect(next({ ...COURSE, game })).toMatchObject({ kind: 'match', level: { id: 'best' }, together: true })
})

test('a game without lessons, puzzles or bots leaves them out', () => {
  const none = { ...GAME, lessons: 0, course: [], puzzles: 0, levels: [] }
  expect(nextSteps(known({ game: none }), 5)).toEqual([])
  expect(kinds(known({ game: { ...none, levels: GAME.levels } }))).toEqual(['match'])
  expect(kinds(known({ game: { ...none, puzzles: 3 } }))).toEqual(['puzzle'])
  expect(kinds(known({ game: { ...none, lessons: 3 } }))).toEqual(['lesson'])
  expect(kinds(known({ game: { ...none, lessons: 5, course: GAME.course }, lessons: GAME.course }))).toEqual([])
})

test('today is no longer than ten minutes and three steps, and never empty before', () => {
  const some = [known(), COURSE, known({ mistakes: 40, back: ['k'], unreviewed: 't' }), known({ beaten: ['best'] })]
  const games = some.map((one, i) => ({ ...one, game: { ...GAME, slug: `g${i}` } }))
  for (let from = 0; from < games.length; from += 1)
    for (let to = from + 1; to <= games.length; to += 1)
      for (let left = 0; left <= MINUTES_A_DAY; left += 1) {
        const steps = stepsToday(games.slice(from, to), left, MOST_RETURNING)
        const minutes = steps.reduce((sum, step) => sum + step.minutes, 0)
        expect(minutes).toBeLessThanOrEqual(left)
        expect(steps.length).toBeLessThanOrEqual(3)
        if (left >= 5) expect(steps.length).toBeGreaterThan(0)
      }
})

test('today begins with the mistakes of all games, and takes a step of each game before a second of one', () => {
  const games = ['g', 'h'].map((slug) => ({ ...COURSE, game: { ...GAME, slug }, mistakes: 1 }))
  expect(stepsToday(games, 10, 5)).toMatchObject([
    { kind: 'mistakes', slug: '', count: 2 },
    { kind: 'match', slug: 'g' },
  ])
  const two = games.map((one) => ({ ...one, mistakes: 0, lessons: [], puzzles: 0 }))
  expect(stepsToday(two, 10, 5).map((step) => [step.slug, step.kind])).toEqual([
    ['g', 'lesson'],
    ['h', 'lesson'],
    ['g', 'lesson'],
  ])
})

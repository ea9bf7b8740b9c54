/**
 * The path of a game, made of what a browser knows of the person: which step comes next, and what ten minutes a day are
 * spent on.
 *
 * A path has stages. The first one is the first course, with a puzzle on the way, and ends with a match against the first
 * opponent. Each later one has a few more lessons and puzzles, and ends with the next opponent. Who beats an opponent has
 * passed all stages before it. Only who beats the third opponent may skip the course. When all are beaten, stages of
 * lessons and puzzles follow each other. In a game that is played together, bots are partners: the strongest first.
 *
 * What was missed comes before all new steps, at most MOST_RETURNING positions a day. After it comes the review of the
 * last game.
 */
import type { GameCard, LevelCard } from '../protocol'

export const MINUTES_A_DAY = 10
export const MINUTES = { lesson: 2, puzzle: 1, mistake: 1, review: 3, match: 5 } as const // a longer match still counts as five
export const MOST_RETURNING = 5 // positions a day
const MOST_TODAY = 3 // steps
const FIRST_PUZZLE_AFTER = 3 // lessons
const PUZZLES_A_STAGE = 2
const LAST_LESSONS = 4 // in a stage after the last opponent
const NO_COURSE_FROM = 2 // place of the opponent who is beaten without the course

/** What is asked of a game. */
export type PathGame = Pick<GameCard, 'slug' | 'name' | 'cooperative' | 'levels' | 'lessons' | 'course' | 'puzzles'>

/** How much had been done when a stage began. */
export interface StageStart {
  stage: number
  lessons: number
  puzzles: number
}

/** What a browser knows of a person at a game. */
export interface Known {
  game: PathGame
  lessons: readonly string[] // ids of those that were done
  puzzles: number // that were tried
  back: readonly string[] // keys of those that were missed, and have come back
  mistakes: number // that have come back
  beaten: readonly string[] // ids of levels
  table: string // where a match goes on; '': nowhere
  unreviewed: string // the table of the last game, if it was not reviewed
  start: StageStart | null // of the stage in which the person is; null: it begins now
}

interface OfGame {
  slug: string // of the game; '': of all
  minutes: number
}

export type Step = OfGame &
  (
    | { kind: 'lesson'; lesson: string; place: number } // '': the first one that was not done; place in all, from 1
    | { kind: 'puzzle'; key: string } // '': a new one
    | { kind: 'match'; level: LevelCard; together: boolean; table: string } // where it goes on; '': a new table
    | { kind: 'review'; table: string }
    | { kind: 'mistakes'; count: number }
  )

/** A part of a stage. */
export interface Stone {
  step: Step
  done: boolean
}

/** The opponents, or partners, in the order in which they are met. */
export function ladder({ levels, cooperative }: PathGame): LevelCard[] {
  return cooperative ? levels.toReversed() : [...levels]
}

/** The place of the stage in which somebody is. */
export function stageOf({ game, lessons, beaten }: Known): number {
  const opponents = ladder(game)
  const top = opponents.findLastIndex(({ id }) => beaten.includes(id))
  const learnt = game.course.every((id) => lessons.includes(id))
  if (!learnt) return top < NO_COURSE_FROM ? 0 : top + 1
  return opponents.length === 0 ? 1 : top + 1
}

/** The stones of the stage in which somebody is, in their order. */
export function stones(known: Known): Stone[] {
  const { game, start } = known
  const stage = stageOf(known)
  const fresh = start?.stage !== stage ? startOf(known) : start
  const parts = stage === 0 ? courseOf(known) : laterOf(known, fresh)
  const level = ladder(game)[stage]
  return level ? [...parts, { step: match(known, level), done: false }] : parts
}

/** What has been done, if a stage begins now. */
export function startOf(known: Known): StageStart {
  const stage = stageOf(known)
  return stage === 0
    ? { stage, lessons: 0, puzzles: 0 }
    : { stage, lessons: known.lessons.length, puzzles: known.puzzles }
}

/** The stage with what comes before its next part: what was missed, and the last game. */
export function stonesWithReturns(known: Known, room: number): Stone[] {
  const all = stones(known)
  const next = all.findIndex(({ done }) => !done)
  const before = looksBack(known, room).map((step): Stone => ({ step, done: false }))
  return all.toSpliced(next < 0 ? all.length : next, 0, ...before)
}

/** The next steps at a game; the first one is the next. `room`: how many positions may still come back today. */
export function nextSteps(known: Known, room: number): Step[] {
  const { game } = known
  const { slug } = game
  const open = stones(known).flatMap(({ step, done }) => (done ? [] : [step]))
  const more: Step[] = stageOf(known) > 0 && known.puzzles < game.puzzles ? [puzzle(slug)] : []
  const last = ladder(game).at(-1)
  if (last && open.length + more.length === 0) more.push(match(known, last))
  return once([...looksBack(known, room), ...open, ...more])
}

/** What the minutes that are left today are spent on: what came back in all games, then the next steps of each.
 *  `all`: the game that was learnt last comes first. */
export function stepsToday(all: readonly Known[], left: number, room: number): Step[] {
  const chosen: Step[] = []
  const fits = (minutes: number) =>
    chosen.length < MOST_TODAY && minutes <= left - chosen.reduce((sum, step) => sum + step.minutes, 0)
  const wrong = all.filter(({ mistakes }) => mistakes > 0)
  const count = Math.min(
    room,
    left,
    wrong.reduce((sum, { mistakes }) => sum + mistakes, 0),
  )
  if (count > 0) chosen.push(practice(wrong.length > 1 ? '' : wrong[0]!.game.slug, count))
  const steps = all.map((known) => nextSteps({ ...known, mistakes: 0 }, room - count))
  for (let place = 0; place < MOST_TODAY; place += 1)
    for (const own of steps) {
      const step = own[place]
      if (step && fits(step.minutes)) chosen.push(step)
    }
  return chosen
}

function looksBack({ game, mistakes, back, unreviewed }: Known, room: number): Step[] {
  const { slug } = game
  const count = Math.min(mistakes, room)
  const steps: Step[] = count > 0 ? [practice(slug, count)] : []
  if (room > count && back[0]) steps.push(puzzle(slug, back[0]))
  if (unreviewed) steps.push({ kind: 'review', slug, table: unreviewed, minutes: MINUTES.review })
  return steps
}

function courseOf({ game, lessons, puzzles }: Known): Stone[] {
  const { course, slug } = game
  const parts = course.map((id, i): Stone => ({ step: lesson(slug, id, i + 1), done: lessons.includes(id) }))
  if (game.puzzles > 0) parts.splice(FIRST_PUZZLE_AFTER, 0, { step: puzzle(slug), done: puzzles > 0 })
  return parts
}

/** More lessons, and puzzles between them. */
function laterOf({ game, lessons, puzzles }: Known, start: StageStart): Stone[] {
  const { slug } = game
  const left = Math.max(0, game.lessons - start.lessons)
  const stages = ladder(game).length - start.stage
  const share = stages > 0 ? Math.ceil(left / stages) : Math.min(left, LAST_LESSONS)
  const parts = Array.from({ length: share }, (_, i): Stone => ({
    step: lesson(slug, '', start.lessons + i + 1),
    done: lessons.length > start.lessons + i,
  }))
  const more = Math.min(PUZZLES_A_STAGE, Math.max(0, game.puzzles - start.puzzles))
  for (let i = 0; i < more; i += 1)
    parts.splice(Math.ceil((share * (i + 1)) / more) + i, 0, {
      step: puzzle(slug),
      done: puzzles > start.puzzles + i,
    })
  return parts
}

function lesson(slug: string, id: string, place: number): Step {
  return { kind: 'lesson', slug, lesson: id, place, minutes: MINUTES.lesson }
}

function puzzle(slug: string, key = ''): Step {
  return { kind: 'puzzle', slug, key, minutes: MINUTES.puzzle }
}

function practice(slug: string, count: number): Step {
  return { kind: 'mistakes', slug, count, minutes: count * MINUTES.mistake }
}

function match({ game, table }: Known, level: LevelCard): Step {
  return { kind: 'match', slug: game.slug, level, together: game.cooperative, table, minutes: MINUTES.match }
}

/** Without those that lead where an earlier one leads. */
function once(steps: readonly Step[]): Step[] {
  const aims = steps.map((step) => JSON.stringify({ ...step, place: 0 }))
  return steps.filter((_, i) => aims.indexOf(aims[i]!) === i)
}

/** A step of a path in words, and where it leads. */
import { recall } from '../browser/saved_tables'
import { addresses } from '../router/route'
import type { LevelCard } from '../protocol'
import { plural } from '../text/english'
import type { IconName } from '../ui/Icon.svelte'
import { ladder, stageOf, type Known, type Step } from './path'

export const STEP_ICONS: Record<Step['kind'], IconName> = {
  lesson: 'book',
  puzzle: 'puzzle',
  match: 'pawn',
  review: 'chart',
  mistakes: 'again',
}

/** "A small puzzle". */
export function stepText(step: Step): string {
  if (step.kind === 'lesson') return `Lesson ${step.place}`
  if (step.kind === 'puzzle') return step.key === '' ? 'A small puzzle' : 'A puzzle to try again'
  if (step.kind === 'review') return 'Look back at your last game'
  if (step.kind === 'mistakes') return `${plural(step.count, 'mistake')} to put right`
  if (step.table !== '') return 'Go on with your game'
  return `A match ${step.together ? 'with' : 'against'} ${botText(step.level)}`
}

/** "Next: a small puzzle". */
export function nextText(step: Step): string {
  const words = stepText(step)
  return `Next: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

export function stepAddress(step: Step): string {
  if (step.kind === 'lesson') return addresses.learn(step.slug, step.lesson)
  if (step.kind === 'puzzle') return addresses.puzzle(step.slug, step.key)
  if (step.kind === 'review') return addresses.review(step.table)
  if (step.kind === 'mistakes') return addresses.practice(step.slug)
  if (step.table !== '') return addresses.table(step.table, recall(step.table)?.keys ?? [])
  return addresses.match(step.slug, step.level.id)
}

/** What the stage leads to. */
export function stageText(known: Known): string {
  const { game } = known
  const stage = stageOf(known)
  const level = ladder(game)[stage]
  if (stage === 0 && game.course.length > 0) return 'The first course'
  if (!level) return 'Stay sharp'
  return `${game.cooperative ? 'Win with' : 'Beat'} ${botText(level)}`
}

/** "4 of 18 lessons · 3 puzzles · 1 opponent beaten"; "" where nothing was done yet. */
export function gainedText({ game, lessons, puzzles, beaten }: Known): string {
  if (lessons.length + puzzles + beaten.length === 0) return ''
  const words = [
    game.lessons > 0 ? `${Math.min(lessons.length, game.lessons)} of ${plural(game.lessons, 'lesson')}` : '',
    puzzles > 0 ? plural(puzzles, 'puzzle') : '',
    beaten.length > 0 ? wonText(game.cooperative, beaten.length) : '',
  ]
  return words.filter(Boolean).join(' · ')
}

function wonText(together: boolean, count: number): string {
  return together ? `won with ${plural(count, 'partner')}` : `${plural(count, 'opponent')} beaten`
}

/** The name of its bird. */
function botText({ bird, name }: LevelCard): string {
  return bird || `the ${name} bot`
}

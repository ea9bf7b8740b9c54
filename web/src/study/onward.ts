/** Where the reasons of mistakes lead on to. */
import { puzzleProgress } from '../browser/puzzle_progress.svelte'
import type { Judgement } from '../engine/engine_types'
import type { PuzzleList } from '../protocol'

export interface Onward {
  lesson: string // the id of one on the first reason that has one; '': none has
  puzzle: string // the key of one that was not tried, and is like it; '': there is none
}

/** For each mistake in a game. No two have the same puzzle. `puzzles`: all of the game; null: not known yet. */
export function onward(slug: string, mistakes: readonly Judgement[], puzzles: PuzzleList | null): Onward[] {
  const taken = new Set<string>()
  const like = (theme: string) => {
    const places = puzzles?.themes[theme] ?? []
    const others = places.map((place) => puzzles!.puzzles[place]!).filter(([key]) => !taken.has(key))
    return puzzleProgress.next(slug, others, 0) ?? ''
  }
  return mistakes.map(({ advantages, themes }) => {
    const lesson = advantages.find((one) => one.lesson !== '')?.lesson ?? ''
    const all = [...advantages.map(({ theme }) => theme), ...themes]
    const puzzle = all.map(like).find((key) => key !== '') ?? ''
    taken.add(puzzle)
    return { lesson, puzzle }
  })
}

/** The files of a game that somebody writes. */
import type { Texts } from './kept_games.svelte'

const ORDER = ['rules.py', 'scene.py', 'notation.py', 'facts.py', 'rules.md', 'lessons.toml'] // those that most have
const HIDDEN = ['__init__.py']
const ALLOWED = /^[a-z_][a-z0-9_]*(\/[a-z_][a-z0-9_]*)*\.(py|md|toml|svg)$/

/** Those that an author writes, in the order in which they are shown. */
export function filesOf(texts: Texts): string[] {
  const there = Object.keys(texts).filter((name) => !HIDDEN.includes(name))
  return [...ORDER.filter((name) => there.includes(name)), ...there.filter((name) => !ORDER.includes(name))]
}

export function without(texts: Texts, file: string): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => name !== file))
}

/** Why a new file cannot have that name: a sentence, or "". */
export function fileRefusal(name: string, texts: Texts): string {
  if (name in texts) return `A file is called ${name} already.`
  if (ALLOWED.test(name)) return ''
  return 'A name has small letters, digits and _, and ends with .py, .md, .toml or .svg; a folder before it ends with /.'
}

/** The one place at which two texts differ: what of the first goes, and what comes. */
export function difference(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from++
  let same = 0
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same++
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}

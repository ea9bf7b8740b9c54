/** A study as text: what is written is read again, and nothing else is read. */
import { describe, expect, it } from 'vitest'
import {
  isReadable,
  readStudyFile,
  readStudyText,
  StudyError,
  studyFile,
  studyText,
  type Study,
} from '../../src/study/study_text'
import { added, ends, noted, plyCount, type Variations, type Way } from '../../src/study/variations'

const tried = (...ways: Way[]): Variations => ways.reduce<Variations>((all, way) => added(all, way), [])
const GAME = { slug: 'go-fish', players: 2, options: { first: 'seat 1', cards: 'a1 b2, c&d=e' } }
const study = (tree: Variations, way: Way = [], name = ''): Study => ({ game: GAME, name, tree, way })
const again = (text: string) => readStudyText('go-fish', text)
const with_ = (moves: string, more: Record<string, string> = {}) =>
  new URLSearchParams({ players: '2', moves, ...more }).toString()

/** Numbers that look random, the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) yield (state = (state * 48271) % 2147483647)
}

describe('a study as text', () => {
  it('is short, and reads like a printed game', () => {
    expect(studyText({ ...study(tried([1, 2, 3], [1, 40, 5], [1, 6])), game: { ...GAME, options: {} } })).toBe(
      'players=2&moves=1.2-14.5_-6_.3',
    )
  })

  it('is read again as it was, whatever was tried', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const dice = numbers(seed * 7919)
      const roll = (most: number) => dice.next().value % most
      let tree: Variations = []
      const ways: Way[] = [[]]
      for (let i = 0; i < 40; i++) {
        const way = [...ways[roll(ways.length)]!, roll(4) * 977]
        tree = added(tree, way)
        if (roll(5) === 0) tree = noted(tree, way, `note ${i}: (a.b-c_d) & 50% = ünïcødé\n?`)
        ways.push(way)
      }
      const whole = study(tree, ways[roll(ways.length)]!, 'A name & more')
      expect(again(studyText(whole))).toEqual(whole)
      expect(readStudyFile(studyFile(whole))).toEqual(whole)
    }
  })

  it('is the start of a game without moves', () => {
    expect(again('players=3')).toEqual({
      game: { slug: 'go-fish', players: 3, options: {} },
      name: '',
      tree: [],
      way: [],
    })
  })

  it('says nothing of what it does not know, and cuts what is too long', () => {
    const long = again(with_('1.2', { name: 'n'.repeat(999), 'note.1': 'w'.repeat(9999), at: '77', more: 'x' }))
    expect([long.name.length, long.tree[0]?.note.length, long.way]).toEqual([60, 500, []])
  })

  it.each([
    ['', 'nothing'],
    ['players=two', 'no number'],
    ['players=-1', 'a wrong number'],
    ['moves=1.2', 'no players'],
    [with_('1..2'), 'two dots'],
    [with_('.1'), 'a dot first'],
    [with_('1.'), 'a dot last'],
    [with_('1-2'), 'an alternative that does not end'],
    [with_('1_'), 'an end without a beginning'],
    [with_('-1_'), 'an alternative to nothing'],
    [with_('1-_'), 'an empty alternative'],
    [with_('1-2-3__'), 'an alternative in an alternative at the same ply'],
    [with_('1-1_'), 'the same ply twice'],
    [with_('1.2-2_'), 'the same ply twice, later'],
    [with_('1 2'), 'a space'],
    [with_('1.A'), 'a capital'],
    [with_('1234567'), 'too large a number'],
    [with_('<script>'), 'signs that have no meaning'],
    [with_(Array.from({ length: 3001 }, () => '1').join('.')), 'too many plies'],
    [with_(`0${Array.from({ length: 301 }, (_, i) => `-${(i + 1).toString(36)}_`).join('')}`), 'too many lines'],
    ['x'.repeat(200_001), 'far too much'],
  ])('%.30s is refused: %s', (text) => {
    expect(() => again(text)).toThrow(StudyError)
  })

  it('takes long games', () => {
    const way = Array.from({ length: 3000 }, (_, i) => i)
    const read = again(studyText(study(tried(way), way)))
    expect([plyCount(read.tree), ends(read.tree).length, read.way.length]).toEqual([3000, 1, 3000])
  })

  it('as long as a link can be is read from a file, too, and a longer one from neither', () => {
    const way = Array.from({ length: 450 }, (_, i) => i)
    let tree = tried(way)
    const room = () => 200_000 - studyText(study(tree)).length
    for (let i = 1; room() > 20; i++) {
      tree = noted(tree, way.slice(0, i), 'w'.repeat(Math.min(500, room() - `&note.${i}=`.length)))
    }
    const long = study(tree)
    expect(isReadable(long)).toBe(true)
    expect(readStudyFile(studyFile(long))).toEqual(long)
    const longer = { ...long, name: 'A name of many letters' }
    expect(isReadable(longer)).toBe(false)
    expect(() => readStudyFile(studyFile(longer))).toThrow(StudyError)
  })

  it.each([
    '',
    '{',
    '[]',
    'null',
    '7',
    '{"format":"rookery study"}',
    '{"format":"other","game":"a","study":"players=2"}',
  ])('a file with %s is none', (text) => {
    expect(() => readStudyFile(text)).toThrow('This is not an analysis, or it was changed or cut short.')
  })

  it('a file of a later version says so', () => {
    const text = studyFile(study([])).replace('"version": 1', '"version": 2')
    expect(() => readStudyFile(text)).toThrow('This analysis was saved by another version of Rookery.')
  })
})

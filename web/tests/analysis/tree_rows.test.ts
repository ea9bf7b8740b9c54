/** The tree of a study as rows. */
import { describe, expect, it } from 'vitest'
import { isAt, treeRows } from '../../src/analysis/tree_rows'
import { added, noted, type Variations, type Way } from '../../src/study/variations'

const DRAWS = 100 // actions from here on are draws
const tried = (...ways: Way[]): Variations => ways.reduce<Variations>((all, way) => added(all, way), [])
const entry = (way: Way) => ({
  ply: way.length,
  seat: way.at(-1)! >= DRAWS ? null : 0,
  text: '',
  words: `${way.at(-1)}`,
  remark: '',
  spots: [],
})
const rows = (tree: Variations) => treeRows(tree, [], 0, entry)

describe('the tree as rows', () => {
  it('counts the moves of seats, and joins draws', () => {
    const found = rows(tried([100, 101, 102, 1, 103, 2]))
    expect(found.map(({ number, plies }) => [number, plies])).toEqual([
      [0, 3],
      [1, 1],
      [0, 1],
      [2, 1],
    ])
    expect(found.map(({ way }) => way.length)).toEqual([3, 4, 5, 6])
  })

  it('has alternatives below the ply that they replace', () => {
    const [first, second] = rows(tried([1, 2], [1, 3, 4], [5]))
    expect(first?.others.map(({ way, tree }) => [way, tree[0]?.action])).toEqual([[[], 5]])
    expect(second?.others.map(({ way, tree }) => [way, tree[0]?.action])).toEqual([[[1], 3]])
  })

  it('joins no draw that has an alternative or follows a note', () => {
    expect(rows(tried([100, 101], [100, 102])).map(({ plies }) => plies)).toEqual([1, 1])
    const told = noted(tried([100, 101, 102]), [100, 101], 'look')
    expect(rows(told).map(({ plies, note }) => [plies, note])).toEqual([
      [2, 'look'],
      [1, ''],
    ])
  })

  it('knows which row shows a position', () => {
    const [draws, move] = rows(tried([100, 101, 1]))
    expect([[100], [100, 101], [100, 101, 1], [100, 1], []].map((way) => isAt(draws!, way))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(isAt(move!, [100, 101, 1])).toBe(true)
  })
})

/** The tree of a study. */
import { describe, expect, it } from 'vitest'
import * as tree from '../../src/study/variations'
import type { Variations, Way } from '../../src/study/variations'

/** The tree in which these lines were tried, one after the other. */
const tried = (...ways: Way[]): Variations => ways.reduce<Variations>((all, way) => tree.added(all, way), [])
const TREE = tried([1, 2, 3, 4], [1, 2, 5, 6], [1, 7], [8])

describe('the tree of a study', () => {
  it('grows by what is tried, and no line is there twice', () => {
    expect(tree.ends(TREE)).toEqual([[1, 2, 3, 4], [1, 2, 5, 6], [1, 7], [8]])
    expect(tree.added(TREE, [1, 2, 5])).toEqual(TREE)
    expect(tree.plyCount(TREE)).toBe(8)
    expect(tree.added(TREE, [])).toBe(TREE)
  })

  it('is walked', () => {
    expect(tree.variationAt(TREE, [1, 2, 5])?.next[0]?.action).toBe(6)
    expect([tree.variationAt(TREE, []), tree.variationAt(TREE, [1, 3])]).toEqual([null, null])
    expect(tree.nextAt(TREE, []).map(({ action }) => action)).toEqual([1, 8])
    expect(tree.nextAt(TREE, [9])).toEqual([])
    expect(tree.mainLine(TREE, [])).toEqual([1, 2, 3, 4])
    expect(tree.mainLine(TREE, [1, 2, 5])).toEqual([1, 2, 5, 6])
  })

  it('puts the last fork of a way first', () => {
    const once = tree.promoted(TREE, [1, 2, 5, 6])
    expect(tree.mainLine(once, [])).toEqual([1, 2, 5, 6])
    expect(tree.ends(once)).toHaveLength(4)
    const nested = tried([1, 2], [3, 4], [3, 5])
    const inner = tree.promoted(nested, [3, 5])
    expect(tree.ends(inner)).toEqual([
      [1, 2],
      [3, 5],
      [3, 4],
    ])
    expect(tree.isMain(inner, [3, 5])).toBe(false)
    expect(tree.mainLine(tree.promoted(inner, [3, 5]), [])).toEqual([3, 5])
    expect(tree.promoted(TREE, [1, 2, 3])).toBe(TREE)
    expect(tree.isMain(TREE, [1, 2, 3])).toBe(true)
  })

  it('loses a ply with all that follows it', () => {
    expect(tree.ends(tree.removed(TREE, [1, 2]))).toEqual([[1, 7], [8]])
    expect(tree.removed(TREE, [1, 9])).toEqual(TREE)
    expect(tree.removed(TREE, [])).toBe(TREE)
  })

  it('keeps notes, wherever a ply goes', () => {
    const noted = tree.noted(TREE, [1, 2, 5], 'better')
    expect(tree.variationAt(tree.promoted(noted, [1, 2, 5]), [1, 2, 5])?.note).toBe('better')
    expect(tree.variationAt(TREE, [1, 2, 5])?.note).toBe('') // the old tree is as it was
    expect(tree.variationAt(tree.added(noted, [1, 2, 5, 9]), [1, 2, 5])?.note).toBe('better')
  })
})

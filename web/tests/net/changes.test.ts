import { expect, test } from 'vitest'
import type { Changed, Moved } from '../../src/protocol'
import { KnownPositions } from '../../src/net/changes'
import told from './changes.json' // written by the server: python -m tests.server.wire.test_changes

const first = told.first as unknown as Moved
const steps = told.steps as unknown as { changed: Changed; moved: Moved }[]

test('rebuilds what the server would have sent as a whole', () => {
  const known = new KnownPositions()
  known.restart(first.moment)
  for (const { changed, moved } of steps) {
    expect(known.rebuilt(changed), `ply ${changed.ply}`).toEqual(moved)
    known.add(moved.moment)
  }
  expect(steps.length).toBeGreaterThan(20)
})

test('rebuilds nothing from another position than the server compared with', () => {
  const known = new KnownPositions()
  expect([known.rebuilt(steps[0]!.changed), known.forget()]).toEqual([null, false])
  known.restart(first.moment)
  expect(known.rebuilt(steps[1]!.changed)).toBeNull()
  expect(known.rebuilt({ ...steps[0]!.changed, takebacks: 7 })).toBeNull()
  expect(known.rebuilt({ ...steps[0]!.changed, like: 999 })).toBeNull()
  expect(known.rebuilt(steps[0]!.changed)).toEqual(steps[0]!.moved)
  expect([known.forget(), known.rebuilt(steps[0]!.changed)]).toEqual([true, null])
})

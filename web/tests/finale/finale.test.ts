import { beforeEach, expect, test, vi } from 'vitest'
import { Finale } from '../../src/finale/finale.svelte'
import { EMPTY } from '../scenes'

const score = [0, 1].map((seat) => ({
  seat,
  words: '1 group',
  counter: '',
  parts: [{ pieces: [`p${seat}`], points: 1 }],
}))
const finale = () => new Finale({ ...EMPTY, score }, [0], ['red', 'blue'])
const shown = ({ limelight }: Finale) =>
  limelight && [limelight.style, limelight.lit && [...limelight.lit].join(), [...limelight.hops.keys()].join()]

beforeEach(() => vi.useFakeTimers())

test('what counted comes into the light, the winner at last, whose pieces then hop', async () => {
  const [scene, done] = [finale(), vi.fn()]
  expect(shown(scene)).toBeNull()
  scene.play(done)
  expect(shown(scene)).toEqual(['blue', '', ''])
  await vi.advanceTimersByTimeAsync(500)
  expect(shown(scene)).toEqual(['blue', 'p1', ''])
  await vi.advanceTimersByTimeAsync(900)
  expect(shown(scene)).toEqual(['red', 'p0', ''])
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1300)
  expect(shown(scene)).toEqual(['', null, 'p0'])
  expect(done).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown(scene)).toBeNull()
})

test('it is skipped at once, can be shown again, and then begins anew', () => {
  const [scene, done] = [finale(), vi.fn()]
  scene.skip()
  expect(shown(scene)).toBeNull()
  scene.play(done)
  scene.skip()
  expect(shown(scene)).toEqual(['', null, 'p0'])
  expect(done).toHaveBeenCalledTimes(1)
  scene.play()
  expect(shown(scene)).toEqual(['blue', '', ''])
  expect(done).toHaveBeenCalledTimes(1)
})

test('nothing goes on when nobody looks any more', async () => {
  const [scene, done] = [finale(), vi.fn()]
  scene.play(done)
  scene.end()
  expect(done).toHaveBeenCalledTimes(1)
  expect(shown(scene)).toBeNull()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown(scene)).toBeNull()
})

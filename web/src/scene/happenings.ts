/** What is heard when one scene follows another: names of sounds (core/sounds.py). */
import type { Scene } from '../protocol'
import { looksChanged, transitions } from './anim'

/** A piece that comes is heard before one that goes. */
export function happenings(before: Scene | null, after: Scene): string[] {
  const all = before ? transitions(before, after) : []
  const [moved, appeared, vanished] = [
    all.some(({ raised }) => raised),
    all.some(({ from }) => !from),
    all.some(({ to }) => !to),
  ]
  const heard = [...(moved ? ['moved'] : appeared ? ['appeared'] : []), ...(vanished ? ['vanished'] : [])]
  const changed = all.some(({ from, to }) => from && to && looksChanged(from, to))
  return heard.length === 0 && changed ? ['changed'] : heard
}

/** Keys of the whole page that choose a move: Escape takes a step back, or skips what others play; letters turn the held
 *  piece. */
import type { Change } from '../scene/poses'
import type { Selection } from './select.svelte'

const CHANGE_KEYS: Record<string, Change> = { r: 'turned', R: 'back', m: 'mirrored', v: 'varied' }

export function shortcut(event: KeyboardEvent, selection: Selection): void {
  if (document.querySelector('dialog[open]') || event.altKey || event.ctrlKey || event.metaKey) return
  const { playback } = selection.table
  if (event.key === 'Escape' && playback.running) return void playback.finish()
  if (event.key === 'Escape' && selection.back()) event.preventDefault()
  if ((event.target as Element).matches?.('input:not([type=checkbox]), textarea')) return
  const change = CHANGE_KEYS[event.shiftKey ? event.key : event.key.toLowerCase()] // Caps Lock does not count as Shift
  if (change && selection.change(change)) event.preventDefault()
}

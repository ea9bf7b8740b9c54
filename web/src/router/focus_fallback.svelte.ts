/** Where the focus goes when the button that has it goes. */
import { untrack } from 'svelte'
import type { Attachment } from 'svelte/attachments'

/** To attach to what holds such buttons: calls `leave` when one has gone with the focus, which would else be at the page's
 *  top. `why`: reads all that lets them come and go. Called while a component is set up. */
export function whenFocusGoes(why: () => unknown, leave: () => void): Attachment<HTMLElement> {
  let within = false // the focus was last there, and has gone nowhere else
  $effect(() => {
    why()
    if (!within || document.activeElement !== document.body) return
    within = false
    untrack(leave)
  })
  return (root) => {
    const points = ({ target }: Event) => (within = root.contains(target as Node)) // who points elsewhere leaves by choice
    root.addEventListener('focusin', () => (within = true))
    root.addEventListener('focusout', ({ relatedTarget }) => (within &&= relatedTarget === null))
    addEventListener('pointerdown', points)
    return () => removeEventListener('pointerdown', points)
  }
}

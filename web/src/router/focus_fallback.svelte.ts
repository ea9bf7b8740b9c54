/** Where the focus goes when the button that has it disappears. */
import { untrack } from 'svelte'
import type { Attachment } from 'svelte/attachments'

/** To attach to an element that holds such buttons: calls `leave` when one has disappeared with the focus, which would
 *  otherwise go to the top of the page. `why` reads all state that they depend on. Call it while a component is set up. */
export function whenFocusGoes(why: () => unknown, leave: () => void): Attachment<HTMLElement> {
  let within = false // the focus was there last, and has not moved elsewhere
  $effect(() => {
    why()
    if (!within || document.activeElement !== document.body) return
    within = false
    untrack(leave)
  })
  return (root) => {
    const points = ({ target }: Event) => (within = root.contains(target as Node)) // a click elsewhere is a choice to leave
    root.addEventListener('focusin', () => (within = true))
    root.addEventListener('focusout', ({ relatedTarget }) => (within &&= relatedTarget === null))
    addEventListener('pointerdown', points)
    return () => removeEventListener('pointerdown', points)
  }
}

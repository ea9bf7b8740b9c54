/** A quiet sound and a notification at the turn of a player who is looking elsewhere, if they asked for alerts. */
import { read, write } from '../browser/storage'
import { addresses } from '../router/route'
import { sounds } from '../sound/sounds.svelte'
import type { Recipe } from '../sound/synthesiser'
import { push } from './web_push.svelte'

const ALERTS_KEY = 'rookery.alerts'
const CHIME: Recipe = [
  ['sine', 523.25, 523.25, 0.5, 0.3, 0], // C and E
  ['sine', 659.25, 659.25, 0.5, 0.3, 0.16],
]

class Alerts {
  on = $state(read(ALERTS_KEY, false))
  #notice = '' // what the tab says until the player looks
  #title = '' // of the tab, without the notice

  /** Called by a click: browsers can be asked for permission only then. */
  async set(on: boolean): Promise<void> {
    this.on = on
    write(ALERTS_KEY, on)
    if (!on) return push.stop()
    sounds.ring(CHIME)
    if (permission() === 'default') await Notification.requestPermission().catch(() => undefined)
    await push.start()
  }

  /** Alerts a player who is not looking. `about`: a notification replaces an older one about the same thing. */
  ring(title: string, words: string, about: string): void {
    if (!this.on || !document.hidden) return
    sounds.ring(CHIME)
    if (permission() !== 'granted') return
    try {
      const note = new Notification(title, { body: words, tag: about, icon: addresses.icon })
      note.onclick = () => {
        window.focus()
        note.close()
      }
    } catch {
      // Some phones show notifications of installed pages only; the sound has played.
    }
  }

  /** The same, and the tab says it until the player looks. The sound plays only if they have asked for it. */
  nudge(title: string, words: string, about: string): void {
    this.ring(title, words, about)
    if (!document.hidden) return
    if (this.#notice === '') document.addEventListener('visibilitychange', () => this.#seen(), { once: true })
    if (document.title !== this.#notice) this.#title = document.title
    document.title = this.#notice = `● ${words}`
  }

  #seen(): void {
    if (document.title === this.#notice) document.title = this.#title // otherwise it says something newer
    this.#notice = ''
  }
}

export const alerts = new Alerts()

/** Whether this page may show notifications; 'denied' where a browser has none. */
function permission(): NotificationPermission {
  try {
    return Notification.permission
  } catch {
    return 'denied'
  }
}

/** Notifications while no page is open (web push): the server sends them to this browser's address, a service worker shows them. */
import { parlour } from '#parlour'
import { reminderCard } from '../net/api'

export type PushState = 'off' | 'on' | 'none' // none: the server or the browser has no web push, or it is not allowed

export interface PushAddress {
  endpoint: string
  p256dh: string
  auth: string
}

class Push {
  state = $state<PushState>('off')
  address = $state.raw<PushAddress | null>(null)

  /** Subscribes, where notifications are allowed. To subscribe again changes nothing. */
  async start(): Promise<void> {
    try {
      this.address = await subscribe()
    } catch {
      this.address = null // no push service: open pages still alert
    }
    this.state = this.address ? 'on' : 'none'
  }

  async stop(): Promise<void> {
    this.address = null
    this.state = 'off'
    try {
      const worker = await navigator.serviceWorker.getRegistration()
      await (await worker?.pushManager.getSubscription())?.unsubscribe()
    } catch {
      // The push service says so itself when the server next sends something.
    }
  }
}

async function subscribe(): Promise<PushAddress | null> {
  if (!parlour.can.reminders) return null
  if (!('serviceWorker' in navigator && 'PushManager' in window) || Notification.permission !== 'granted') return null
  const { push } = await reminderCard()
  if (push === '') return null
  await navigator.serviceWorker.register('/sw.js')
  const worker = await navigator.serviceWorker.ready
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push })
  const { endpoint, keys } = found.toJSON()
  return endpoint && keys?.p256dh && keys.auth ? { endpoint, p256dh: keys.p256dh, auth: keys.auth } : null
}

export const push = new Push()

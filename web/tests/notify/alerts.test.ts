import { beforeEach, expect, test, vi } from 'vitest'

const notes: { title: string; options: NotificationOptions }[] = []
let sounds = 0
let hidden = false

class Note {
  static permission: NotificationPermission = 'default'
  static requestPermission = vi.fn(async () => (Note.permission = 'granted'))
  onclick = () => {}
  constructor(title: string, options: NotificationOptions) {
    notes.push({ title, options })
  }
}
class Silence {
  constructor() {
    sounds += 1
    throw new Error('no sound here')
  }
}
vi.stubGlobal('Notification', Note)
vi.stubGlobal('AudioContext', Silence)
vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
const { alerts } = await import('../../src/notify/alerts.svelte')

beforeEach(() => {
  notes.length = 0
  hidden = true
})

test('nobody is alerted, and no browser is asked, before a player wants it', async () => {
  alerts.ring('Game', 'Your turn.', 't1')
  expect([notes.length, sounds, Note.requestPermission.mock.calls.length, alerts.on]).toEqual([0, 0, 0, false])
  await alerts.set(true)
  expect([Note.requestPermission.mock.calls.length, sounds, localStorage.getItem('rookery.alerts')]).toEqual([
    1,
    1,
    'true',
  ])
})

test('a player who looks elsewhere is alerted, once for a table; one who looks is not; and alerts can be switched off', async () => {
  alerts.ring('Game', 'Your turn.', 't1')
  expect(notes).toEqual([{ title: 'Game', options: { body: 'Your turn.', tag: 't1', icon: '/favicon.svg' } }])
  hidden = false
  alerts.ring('Game', 'Your turn.', 't1')
  hidden = true
  await alerts.set(false)
  alerts.ring('Game', 'Your turn.', 't1')
  expect([notes.length, localStorage.getItem('rookery.alerts')]).toEqual([1, 'false'])
})

test('after two nudges the tab gets its title back, unless it has changed meanwhile', () => {
  const seen = () => {
    hidden = false
    document.dispatchEvent(new Event('visibilitychange'))
    return document.title
  }
  document.title = 'Waiting'
  alerts.nudge('Game', 'Ann waits.', 't1')
  alerts.nudge('Game', 'Ann waits still.', 't1')
  expect([document.title, seen()]).toEqual(['● Ann waits still.', 'Waiting'])
  hidden = true
  alerts.nudge('Game', 'Ann waits.', 't1')
  document.title = 'Your turn'
  alerts.nudge('Game', 'Ann waits still.', 't1')
  expect([document.title, seen()]).toEqual(['● Ann waits still.', 'Your turn'])
  hidden = true
  alerts.nudge('Game', 'Ann waits.', 't1')
  document.title = 'It is over'
  expect(seen()).toBe('It is over')
})

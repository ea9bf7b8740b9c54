/** The parlour of a page that a server has sent: requests are HTTP, a conversation is a WebSocket. */
import type { Parlour } from './parlour'
import { ReconnectingSocket, socketAddress } from './socket'

export const parlour: Parlour = {
  can: {
    anyAddress: true,
    friends: true,
    reminders: true,
    status: true,
    links: true,
    exports: ['record', 'txt', 'svg', 'png', 'gif', 'pdf'],
  },
  folder: '/',
  home: null,

  async request(path, init) {
    try {
      return await fetch(path, init)
    } catch {
      throw new Error('The server does not answer; try again in a moment.')
    }
  },

  converse: (table, listener) => new ReconnectingSocket(socketAddress(table), listener),
}

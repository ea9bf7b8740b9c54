/** A table whose server is the test. */
import { vi } from 'vitest'
import { PING, PONG } from '../src/protocol'
import type { AskedCard, Client, Scene, Server, TableCard } from '../src/protocol'
import type { ShownMoment } from '../src/state'

/** ms in which all that happens by itself has happened, and no connection is doubted. */
export const REST = 10_000

/** A line that the test holds the other end of. */
export class FakeSocket {
  static newest: FakeSocket
  readyState = 0
  sent: Client[] = []
  dead = false // nothing comes through, and nobody says so
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  constructor(readonly address: string) {
    FakeSocket.newest = this
  }
  send(text: string) {
    if (text !== PING) this.sent.push(JSON.parse(text) as Client)
    else if (!this.dead) this.onmessage?.({ data: PONG })
  }
  close() {
    this.readyState = 3
    this.onclose?.()
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  says(message: Server) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}
vi.stubGlobal('WebSocket', FakeSocket)
const turned = new Set<() => void>()
vi.stubGlobal('matchMedia', () => ({
  matches: true,
  addEventListener: (_: string, told: () => void) => turned.add(told),
  removeEventListener: () => {},
})) // nothing moves
/** Tells all listeners that the screen has become narrow or wide. */
export const turn = () => turned.forEach((told) => told())
export const { TableStore } = await import('../src/table/table_store.svelte')
const { firstSight, observe } = await import('../src/fairness/witness.svelte')
export const { Selection } = await import('../src/board/select.svelte')

export const moment = (ply: number, scene: Scene): ShownMoment => ({
  ply,
  takebacks: 0,
  mover: ply % 2,
  over: false,
  winners: [],
  reason: '',
  scene,
  seen_by: ply % 2,
  given_up: false,
  words: '',
  view: '',
})
export const entry = (ply: number) => ({
  ply,
  seat: 0,
  text: `m${ply}`,
  words: `Move ${ply}`,
  remark: '',
  spots: [] as string[],
})
export const moved = (ply: number, scene: Scene): Server => ({
  type: 'moved',
  moves: [entry(ply)],
  moment: moment(ply, scene),
  times: null,
})

const seats = ['North', 'South'].map((role, index) => ({
  index,
  role,
  name: '',
  kind: 'person' as const,
  level: '',
  strength: '',
  bird: '',
  came: true,
  yours: true,
  here: true,
  style: '',
}))
const fake = {
  id: 't1',
  game: { slug: 'g', name: 'Game', levels: [{ id: 'easy', name: 'Easy', words: '' }] },
  seats,
  begun: true,
  asked: null,
  next: '',
  watchers: 0,
  clock: null,
  time: '',
  times: null,
  delay: 0,
  contest: '',
  rating: null,
  players: 2,
  options: {},
  luck: null,
} as unknown as TableCard
export { fake as card }
export const welcome = (moment: ShownMoment, table = fake): Server => ({
  type: 'welcome',
  table,
  moves: Array.from({ length: moment.ply }, (_, i) => entry(i + 1)),
  moment,
  chat: [],
  nudges: 0,
})

/** Anna, who is at this screen, against Bo, who is not. */
export const apart = (more: Partial<TableCard> = {}): TableCard => ({
  ...fake,
  seats: fake.seats.map((seat, i) => ({ ...seat, yours: i === 0, name: ['Anna', 'Bo'][i]! })),
  ...more,
})
export const tabled = (table: TableCard): Server => ({ type: 'tabled', table })
/** Somebody asks to take back what came after `plies` plies. */
export const asked = (seats: number[], of: number[], plies = 2): AskedCard => ({ seats, of, plies })

/** What a browser knows of the chance once it has seen this table. */
export const sight = (card = fake) => observe(firstSight(card), card).seen

/** Connects, and answers each Hello. */
export function greet(line: FakeSocket, message: Server) {
  line.open()
  for (const { type } of line.sent) if (type === 'hello') line.says(message)
}

/** A page that plays both seats of a table where the game stands at that moment. */
export function join(moment: ShownMoment, card = fake) {
  const table = new TableStore('t1', ['key'], sight(card))
  const selection = new Selection(table)
  const line = FakeSocket.newest
  greet(line, welcome(moment, card))
  selection.reset()
  line.sent.length = 0
  return { table, selection, line }
}

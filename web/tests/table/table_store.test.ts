import { beforeEach, expect, test, vi } from 'vitest'
import { PROTOCOL, type Server, type Welcome } from '../../src/protocol'
import * as fake from '../fake'
import { REST, FakeSocket, TableStore, apart, entry, tabled } from '../fake'
import { LIMITS } from '../../src/waits/limits'
import { presence } from '../../src/text/seat_text'
import { CHOICES, onePiece } from '../scenes'

const moment = (ply: number, choices = CHOICES) => fake.moment(ply, onePiece(choices))
const welcome = (ply: number) => fake.welcome(moment(ply))
const join = (ply = 2) => fake.join(moment(ply))
const HELLO = {
  type: 'hello',
  keys: ['key'],
  client_seed: expect.stringMatching(/^[0-9a-f]{32}$/),
  draws: true,
  protocol: PROTOCOL,
}

beforeEach(() => vi.useFakeTimers())

test('says Hello with the keys, and shows what it is welcomed with', () => {
  const table = new TableStore('t1', ['key'], fake.sight())
  const line = FakeSocket.newest
  line.open()
  expect(line.address).toMatch('/ws/t1')
  expect(line.sent).toEqual([HELLO])
  line.says(welcome(2))
  expect([table.newest?.ply, table.shown?.ply, table.moves.length, table.live]).toEqual([2, 2, 2, true])
})

test('a path of clicks sends one move, and waits for the answer', async () => {
  const { table, selection, line } = join()
  selection.press('a', false)
  expect([...selection.next.keys()]).toEqual(['b', 'c'])
  selection.press('c', false)
  expect(line.sent.filter((message) => message.type === 'move')).toEqual([
    { type: 'move', seat: 0, ply: 2, action: 9, takebacks: 0 },
  ])
  selection.press('a', false)
  expect([table.live, selection.choices.length]).toEqual([false, 0])
  line.says({ type: 'moved', moves: [entry(3)], moment: moment(3), times: null })
  await vi.advanceTimersByTimeAsync(REST)
  expect([table.live, table.moves.length, table.shown?.ply]).toEqual([true, 3, 3])
  expect(table.announced).toBe('Move 3. South to move. Choose a piece')
})

test('the chance after a move is listed, announced and shown with it', async () => {
  const { table, line } = join()
  line.says({
    type: 'moved',
    moves: [entry(3), { ...entry(4), seat: null, words: 'South draws a card' }],
    moment: moment(4),
    times: null,
  })
  await vi.advanceTimersByTimeAsync(REST)
  expect([table.moves.map(({ ply }) => ply), table.shown?.ply]).toEqual([[1, 2, 3, 4], 4])
  expect(table.announced).toMatch(/^Move 3. South draws a card. North to move./)
  line.says({ type: 'moved', moves: [entry(4), entry(5)], moment: moment(5), times: null })
  expect(table.moves.map(({ ply }) => ply)).toEqual([1, 2, 3, 4, 5]) // one of them was known
  await vi.advanceTimersByTimeAsync(REST)
})

test('while a bot stands in, nobody is told what to choose', () => {
  const seats = fake.card.seats.map((seat) => ({ ...seat, level: 'easy' }))
  const { table, line } = fake.join(moment(2), { ...fake.card, seats })
  line.says({ type: 'moved', moves: [entry(3)], moment: moment(3), times: null })
  expect(table.announced.trim()).toBe('Move 3. South to move.')
})

test('when a game is over the page asks for its secrets once, after announcing the last move', async () => {
  const { table, line } = join()
  const over = { ...moment(3, []), over: true, mover: null }
  const closed = { ...entry(3), seat: null, text: '?', words: 'North draws a card' }
  line.says({ type: 'moved', moves: [closed], moment: over, times: null })
  expect(line.sent).toEqual([])
  line.says({ type: 'tabled', table: fake.card })
  line.says({ type: 'tabled', table: fake.card })
  expect(line.sent).toEqual([HELLO])
  expect(table.announced).toMatch(/^North draws a card/)
  const open = { ...closed, text: 'K', words: 'North draws the king' }
  line.says({ ...(welcome(3) as Welcome), moves: [entry(1), entry(2), open], moment: over })
  await vi.advanceTimersByTimeAsync(REST)
  expect(table.moves.at(-1)).toEqual(open)
  expect(table.announced).toMatch(/^North draws a card.* The list of moves now shows what was secret.$/)
})

test('after a resignation the end is announced', () => {
  const { table, line } = join()
  const end = { ...moment(2, []), over: true, mover: null, winners: [1] }
  line.says(fake.welcome({ ...end, scene: { ...end.scene, caption: 'North resigned.' } }))
  expect([table.announced, table.newest?.winners]).toEqual(['South won. North resigned.', [1]])
})

test.each([
  ['it is taken back', { ...moment(2), takebacks: 1 }, 'South took back the move “Move 3”.'],
  ['the game is given up', { ...moment(3, []), over: true, mover: null, winners: [1] }, 'You lost: South won.'],
])('what bots have played and nobody has said yet is not said when %s', async (_, then, words) => {
  const seats = fake.card.seats.map((seat, i) => ({ ...seat, yours: i === 0, level: i === 0 ? '' : 'easy' }))
  const { table, line } = fake.join(moment(2), { ...fake.card, seats })
  line.says({ type: 'moved', moves: [{ ...entry(3), seat: 1 }], moment: moment(3), times: null })
  line.says(fake.welcome(then, { ...fake.card, seats }))
  await vi.advanceTimersByTimeAsync(REST)
  expect(table.announced.trim()).toBe(words)
})

test('moves that were played while the page was disconnected are announced when it is back', async () => {
  const { table, line } = join()
  line.close()
  await vi.runOnlyPendingTimersAsync()
  FakeSocket.newest.open()
  FakeSocket.newest.says(welcome(4))
  expect(table.announced).toBe('Move 3. Move 4. North to move. Choose a piece')
})

test('a missed move asks for everything', () => {
  const { line } = join()
  line.says({ type: 'moved', moves: [entry(5)], moment: moment(5), times: null })
  expect(line.sent).toEqual([HELLO])
})

test('a move tells what is left on the clocks, by which a person may be back', () => {
  const { table, line } = join()
  const times = { left: [0, 5000], running: 0, pause: 0, late: [2, 0], stops: 0 }
  line.says({ type: 'tabled', table: { ...table.card!, times } })
  expect(table.card?.times?.left).toEqual([0, 5000])
  line.says({
    type: 'moved',
    moves: [entry(3)],
    moment: moment(3),
    times: { ...times, left: [5000, 5000], running: 1, late: [3, 0] },
  })
  expect([table.card?.times?.left, table.card?.times?.late]).toEqual([
    [5000, 5000],
    [3, 0],
  ])
})

test('that the game was interrupted is told once, and not on arrival', () => {
  const { table, line } = join()
  const interrupted = (stops: number) =>
    line.says({
      type: 'tabled',
      table: { ...table.card!, times: { left: [9000, 9000], running: 0, pause: 0, late: [0, 0], stops } },
    })
  interrupted(3)
  expect(table.notices).toEqual([])
  interrupted(4)
  interrupted(4)
  expect(table.notices.map(({ words }) => words)).toEqual(['The game was interrupted. Nobody lost time.'])
})

test('a stale refusal is shown and asks for everything', () => {
  const { table, line } = join()
  line.says({ type: 'refused', code: 'StaleMove', words: 'look again', ply: 4 })
  expect(table.notices.at(-1)?.words).toBe('Look again.')
  expect(line.sent).toEqual([HELLO])
})

test.each(['UnreadableMessage', 'OtherVersion'])('a server of another version: %s', (code) => {
  const refusal: Server = { type: 'refused', code, words: 'what is protocol?', ply: -1 }
  const words = 'this page is of another version than the server; load it again'
  const table = new TableStore('t1', [], null)
  const line = FakeSocket.newest
  line.open()
  line.says(refusal)
  expect([line.sent.length, table.closed?.words]).toEqual([1, words])

  const { table: played, line: broken } = join()
  broken.close()
  for (let attempt = 0; attempt < 2; attempt++) {
    vi.advanceTimersByTime(10_000)
    FakeSocket.newest.open()
    FakeSocket.newest.says(refusal)
    expect([played.closed, FakeSocket.newest.sent.length]).toEqual([null, 1]) // it loads again by itself
    FakeSocket.newest.close()
  }
  expect(played.notices.map((notice) => notice.words)).toEqual([
    'This page is of another version than the server; load it again.',
  ])
})

test('a line that breaks comes back by itself', async () => {
  const { table, line } = join()
  line.close()
  expect([table.up, table.trouble]).toEqual([false, 'Connection lost. Reconnecting …'])
  vi.advanceTimersByTime(1000)
  const again = FakeSocket.newest
  expect(again).not.toBe(line)
  again.open()
  again.says(welcome(4))
  await vi.advanceTimersByTimeAsync(REST)
  expect([table.trouble, table.shown?.ply]).toEqual(['', 4])
})

test('a table that does not exist is closed; one that is not ready yet is asked again', () => {
  const table = new TableStore('nope', [], null)
  const line = FakeSocket.newest
  line.open()
  line.says({ type: 'refused', code: 'NotReady', words: 'wait', ply: -1 })
  vi.advanceTimersByTime(2_000)
  expect([table.closed, line.sent.length]).toEqual([null, 2])
  line.says({ type: 'refused', code: 'UnknownTable', words: 'there is none', ply: -1 })
  expect(table.closed?.code).toBe('UnknownTable')
})

test('a key that opens no seat closes the table, though who came first to watch was told of it', () => {
  const table = new TableStore('nope', ['wrong'], null)
  const line = FakeSocket.newest
  line.open()
  line.says({ type: 'tabled', table: fake.card })
  line.says({ type: 'refused', code: 'UnknownKey', words: 'no seat', ply: -1 })
  expect([table.closed?.code, line.sent.length]).toEqual(['UnknownKey', 1])
})

test('nobody can play while a bot stands in', async () => {
  const { table, selection, line } = fake.join(moment(2), apart())
  await vi.advanceTimersByTimeAsync(REST)
  const lent = apart({
    seats: apart().seats.map((seat) => ({
      ...seat,
      level: seat.index === 0 ? 'easy' : '',
      strength: seat.index === 0 ? 'Easy' : '',
    })),
  })
  line.says(tabled(lent))
  expect([table.live, selection.choices.length, presence(lent.seats[0]!)]).toEqual([false, 0, 'Bot plays (Easy)'])
  line.says(tabled(apart()))
  expect([table.live, selection.choices.length]).toEqual([true, 2])
})

test('it waits for all, and says when it begins', async () => {
  const coming = (came: boolean) =>
    apart({ begun: came, seats: apart().seats.map((seat) => ({ ...seat, came: came || seat.index === 0 })) })
  const { table, line } = fake.join({ ...moment(0), mover: null }, coming(false))
  expect(table.announced).toBe('Waiting for Bo to sit down.') // on arrival
  line.says(tabled({ ...coming(false), watchers: 1 }))
  expect(table.announced).toBe('Waiting for Bo to sit down.')
  line.says(fake.welcome(moment(0), coming(true)))
  expect(table.announced).toBe('The game begins. Your turn.')
})

test('where the code of the game does not come, the server is asked for pictures', async () => {
  const { table, line } = join()
  const code = 'fives-0123456789abcdef.js'
  const message = { ...(welcome(3) as Welcome), table: { ...fake.card, code } }
  line.says({ ...message, moment: { ...message.moment, scene: null, view: 'AAAA' } })
  line.says({ type: 'changed', ply: 4, moves: [[0, 'm4', 'Move 4', '', []]], runs: 'AAAA' })
  await vi.waitFor(() => expect(line.sent.at(-1)).toMatchObject({ type: 'hello', draws: false }))
  expect(table.newest?.ply).toBe(2) // nothing was shown of what it cannot draw
  line.says(welcome(4))
  expect(table.newest?.ply).toBe(4)
})

const UNREAD = 'This page cannot show what the server says. Load the page again.'
const words = (table: { notices: readonly { words: string }[] }) => table.notices.map((notice) => notice.words)

/** Nothing can be drawn until all mocks are restored. */
function drawsNothing(table: InstanceType<typeof TableStore>): void {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(table.drawn, 'shown').mockImplementation(() => {
    throw new TypeError('not drawn')
  })
}

test('where the page fails to draw, it asks for everything once, then for pictures, then says so', () => {
  const { table, line } = join()
  drawsNothing(table)
  const moved = fake.moved(3, onePiece())
  for (let again = 0; again < 3; again++) line.says(moved)
  expect(line.sent).toMatchObject([{ type: 'hello', draws: true }])
  line.says(welcome(3))
  expect(line.sent.slice(1)).toMatchObject([{ type: 'hello', draws: false }])
  expect([table.newest?.ply, words(table)]).toEqual([2, []])
  for (const message of [welcome(3), moved, moved]) line.says(message)
  expect([line.sent.length, table.newest?.ply, words(table), table.unshown]).toEqual([2, 2, [UNREAD], false])
  vi.restoreAllMocks()
  line.says(welcome(3))
  expect(table.newest?.ply).toBe(3)
})

test('a view that cannot be read is asked for once, and drawing goes on', () => {
  const { table, line } = join()
  drawsNothing(table)
  line.says(fake.moved(3, onePiece()))
  vi.restoreAllMocks()
  line.says(welcome(3))
  line.says(fake.moved(4, onePiece()))
  expect([line.sent.length, table.newest?.ply, table.paints, words(table)]).toEqual([1, 4, true, []])
  drawsNothing(table)
  line.says(fake.moved(5, onePiece()))
  vi.restoreAllMocks()
  expect(line.sent.slice(1)).toMatchObject([{ type: 'hello', draws: false }]) // not again and again
  line.close()
  vi.advanceTimersByTime(1_000)
  FakeSocket.newest.open()
  expect(FakeSocket.newest.sent).toMatchObject([{ type: 'hello', draws: true }]) // it may be another server now
  table.end()
})

test.each(['novelty', 'constructor', 'none', undefined])('a message of type %s is ignored, and said once', (type) => {
  const { table, line } = join()
  for (let again = 0; again < 3; again++) line.says({ type } as unknown as Server)
  line.onmessage?.({ data: 'no JSON' })
  line.onmessage?.({ data: 'null' })
  expect(words(table)).toEqual([
    'The server says something that is new to this page. Load the page again to get a newer one.',
  ])
  line.says(fake.moved(3, onePiece()))
  expect([line.sent, table.newest?.ply, table.paints]).toEqual([[], 3, true])
})

test('what is no position and cannot be read leaves drawing as it is', () => {
  const { table, line } = join()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  line.says({ type: 'tabled', table: null } as unknown as Server)
  expect(line.sent).toMatchObject([{ type: 'hello', draws: true }])
  line.says(welcome(2))
  for (let again = 0; again < 2; again++) line.says({ type: 'tabled', table: null } as unknown as Server)
  expect([line.sent.length, table.paints, words(table)]).toEqual([1, true, [UNREAD]])
  vi.restoreAllMocks()
})

test.each([
  ['has neither a view nor a picture', { moment: { ...moment(0), scene: null } }],
  ['is not whole', { table: undefined, moment: undefined }],
])('a table whose first message %s is not set up for ever', (_, part) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const table = new TableStore('t1', ['key'], fake.sight())
  const line = FakeSocket.newest
  line.open()
  for (let asked = 0; asked < 2; asked++) line.says({ ...welcome(0), ...part } as unknown as Server)
  vi.advanceTimersByTime(LIMITS.table - 1)
  expect([line.sent.length, words(table), table.unshown]).toEqual([2, [UNREAD], false])
  vi.advanceTimersByTime(1)
  expect(table.unshown).toBe(true)
  line.says(welcome(0))
  expect([table.unshown, table.newest?.ply]).toEqual([false, 0])
  vi.restoreAllMocks()
})

test('a table that only its players see is opened with the keys at once, and without a word', () => {
  const table = new TableStore('t1', ['key'], null)
  const line = FakeSocket.newest
  line.open()
  expect(line.sent).toEqual([{ type: 'hello', keys: [], draws: true, protocol: PROTOCOL }])
  const secret = { type: 'refused', code: 'StillSecret', words: 'only its players see it', ply: -1 } as const
  line.says(secret)
  expect(line.sent.at(-1)).toEqual({ type: 'hello', keys: ['key'], draws: true, protocol: PROTOCOL })
  line.says(secret)
  expect([table.closed?.code, line.sent.length]).toEqual(['StillSecret', 2])
})

test('at a rated table nobody sits down before having read what is agreed', () => {
  const rating = { rated: false, missing: [0, 1], counted: false, why_not: '' }
  const waiting = {
    ...fake.card,
    begun: false,
    rating,
    seats: fake.card.seats.map((seat) => ({ ...seat, came: false })),
  }
  const table = new TableStore('t1', ['key'], null)
  const line = FakeSocket.newest
  line.open()
  const asked = { ...(welcome(0) as Welcome), table: waiting }
  line.says(asked)
  expect(line.sent.map((message) => message.type === 'hello' && message.keys)).toEqual([[]])
  expect([table.gate?.id, table.card]).toEqual(['t1', null])
  line.says(tabled(waiting)) // somebody else comes
  expect([line.sent.length, table.card]).toEqual([1, null])
  table.agree()
  expect(line.sent.at(-1)).toEqual(HELLO)
  line.says(asked)
  expect([table.gate, table.card?.id]).toEqual([null, 't1'])
})

test('the gate opens by itself when the game has begun without rating', () => {
  const rating = { rated: false, missing: [0], counted: false, why_not: '' }
  const seats = fake.card.seats.map((seat) => ({ ...seat, came: false }))
  const table = new TableStore('t2', ['key'], null)
  const line = FakeSocket.newest
  line.open()
  line.says({ ...(welcome(0) as Welcome), table: { ...fake.card, begun: false, rating, seats } })
  expect(table.gate).not.toBeNull()
  line.says({ ...(welcome(0) as Welcome), table: { ...fake.card, rating } })
  expect([table.gate, line.sent.at(-1)]).toEqual([null, HELLO])
})

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Choice, Scene, Welcome } from '../../src/protocol'
import * as fake from '../fake'
import { FakeSocket, TableStore, apart, entry, tabled } from '../fake'
import { presence } from '../../src/text/seat_text'
import { EMPTY, choice, piece, spot } from '../scenes'

const CHOICES = [choice(7, 'a', 'b'), choice(9, 'a', 'c')]
const scene = (choices: Choice[]): Scene => ({
  ...EMPTY,
  prompts: ['Choose a piece', 'Choose where'],
  choices,
  spots: ['a', 'b', 'c'].map((id, i) => spot(id, i + 0.5)),
  pieces: [piece('p', 0.5, 0.5, { spot: 'a' })],
})
const moment = (ply: number, choices = CHOICES) => fake.moment(ply, scene(choices))
const welcome = (ply: number) => fake.welcome(moment(ply))
const join = (ply = 2) => fake.join(moment(ply))
const HELLO = { type: 'hello', keys: ['key'], word: expect.stringMatching(/^[0-9a-f]{32}$/) }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

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
  await vi.runAllTimersAsync()
  expect([table.live, table.moves.length, table.shown?.ply]).toEqual([true, 3, 3])
  expect(table.announced).toBe('Move 3. South to move. Choose a piece')
})

test('what chance adds to a move is told, spoken and shown with it', async () => {
  const { table, line } = join()
  line.says({
    type: 'moved',
    moves: [entry(3), { ...entry(4), seat: null, words: 'South draws a card' }],
    moment: moment(4),
    times: null,
  })
  await vi.runAllTimersAsync()
  expect([table.moves.map(({ ply }) => ply), table.shown?.ply]).toEqual([[1, 2, 3, 4], 4])
  expect(table.announced).toMatch(/^Move 3. South draws a card. North to move./)
  line.says({ type: 'moved', moves: [entry(4), entry(5)], moment: moment(5), times: null })
  expect(table.moves.map(({ ply }) => ply)).toEqual([1, 2, 3, 4, 5]) // one of them was known
  await vi.runAllTimersAsync()
})

test('where a bot stands in, nobody is told what to choose', () => {
  const seats = fake.card.seats.map((seat) => ({ ...seat, level: 'easy' }))
  const { table, line } = fake.join(moment(2), { ...fake.card, seats })
  line.says({ type: 'moved', moves: [entry(3)], moment: moment(3), times: null })
  expect(table.announced.trim()).toBe('Move 3. South to move.')
})

test('when a game is over what was secret is asked for once, after the last move was spoken', async () => {
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
  await vi.runAllTimersAsync()
  expect(table.moves.at(-1)).toEqual(open)
  expect(table.announced).toMatch(/^North draws a card.* The list of moves now shows what was secret.$/)
})

test('somebody gave up: the end is spoken', () => {
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
  await vi.runAllTimersAsync()
  expect(table.announced.trim()).toBe(words)
})

test('what was played while the line was down is said when it is there again', async () => {
  const { table, line } = join()
  line.close()
  await vi.runOnlyPendingTimersAsync()
  FakeSocket.newest.open()
  FakeSocket.newest.says(welcome(4))
  expect(table.announced).toBe('Move 3. Move 4. North to move. Choose a piece')
})

test('what to click next can depend on the click before', () => {
  const { table, selection } = fake.join(
    fake.moment(2, { ...scene(CHOICES), asks: [{ after: 'a', words: 'Choose its target' }] }),
  )
  expect([table.live, selection.prompt]).toEqual([true, 'Choose a piece'])
  selection.press('a', false)
  expect(selection.prompt).toBe('Choose its target')
})

test('a finger is asked first', () => {
  const { selection, line } = join()
  selection.press('a', true)
  selection.press('b', true)
  expect(selection.asking?.action).toBe(7)
  expect(line.sent).toEqual([{ type: 'preview', ply: 2, action: 7, takebacks: 0 }])
  selection.press('c', true)
  expect(selection.asking?.action).toBe(9)
  expect([selection.back(), selection.path, selection.asking]).toEqual([true, ['a'], null])
  selection.press('c', true)
  selection.press('c', true)
  expect(line.sent.at(-1)).toEqual({ type: 'move', seat: 0, ply: 2, action: 9, takebacks: 0 })
})

test('a click that does nothing asks why, and says so until something else is pointed at', () => {
  const { table, selection, line } = join()
  selection.press('c', false)
  expect([selection.explanations.refused, line.sent.at(-1)]).toEqual([
    '',
    { type: 'why not', ply: 2, path: [], spot: 'c', takebacks: 0 },
  ])
  line.says({ type: 'because', ply: 2, path: [], spot: 'c', words: 'That is red’s' })
  expect([selection.explanations.refused, table.announced]).toEqual(['That is red’s', 'That is red’s.'])
  selection.point('b')
  expect(selection.explanations.refused).toBe('')
  selection.press('c', false) // known by now
  expect([selection.explanations.refused, line.sent.filter(({ type }) => type === 'why not').length]).toEqual([
    'That is red’s',
    1,
  ])
  selection.press('a', false)
  selection.press('z', true)
  expect([selection.path, line.sent.at(-1)]).toEqual([
    ['a'],
    { type: 'why not', ply: 2, path: ['a'], spot: 'z', takebacks: 0 },
  ])
  selection.back() // the answer is about something that nobody asks any more
  line.says({ type: 'because', ply: 2, path: ['a'], spot: 'z', words: 'Too far' })
  expect(selection.explanations.refused).toBe('')
  selection.press('a', false)
  selection.press('c', false)
  expect([selection.explanations.refused, line.sent.at(-1)]).toEqual([
    '',
    { type: 'move', seat: 0, ply: 2, action: 9, takebacks: 0 },
  ])
  selection.press('a', false)
  expect(selection.explanations.refused).toBe('') // nothing is asked of anybody now
})

test('to whoever waits or watches a click tells what lies there, for a while, and nobody is asked', () => {
  const seats = fake.card.seats.map((seat) => ({ ...seat, yours: false }))
  const spots = [spot('a', 0.5, '', { words: 'blue pile: four tiles' })]
  const at = { ...fake.moment(2, { ...scene([]), spots }), seen_by: null }
  const { table, selection, line } = fake.join(at, { ...fake.card, seats })
  selection.press('a', true)
  expect([selection.explanations.described, table.announced.trim(), line.sent]).toEqual([
    'Blue pile: four tiles',
    'Blue pile: four tiles.',
    [],
  ])
  expect(selection.explanations.refused).toBe('') // which is of one's own clicks: it would stand on when one's turn begins
  vi.advanceTimersByTime(8000)
  expect(selection.explanations.described).toBe('')
  table.browse(0)
  selection.press('a', true)
  expect(selection.explanations.described).toBe('') // of what is past the prompt has no room to tell
})

test('who lingers on a place that cannot be chosen is told why', () => {
  const { selection, line } = join()
  selection.point('c')
  vi.runAllTimers()
  expect(line.sent).toEqual([{ type: 'why not', ply: 2, path: [], spot: 'c', takebacks: 0 }])
  line.says({ type: 'because', ply: 2, path: [], spot: 'c', words: 'That is red’s' })
  expect([selection.hint, selection.explanations.refused]).toEqual(['That is red’s', ''])
  selection.point('b')
  selection.point('c')
  vi.runAllTimers()
  expect(
    line.sent.filter(({ type, ...asked }) => type === 'why not' && 'spot' in asked && asked.spot === 'c').length,
  ).toBe(1)
})

test('what the scene knows is said at once', () => {
  const reasons = [{ pose: '', spot: 'd', words: 'It is full' }]
  const spots = ['a', 'b', 'c', 'd', 'e'].map((id, i) => spot(id, i + 0.5, '', { words: `${id}: a square` }))
  const { selection } = fake.join(fake.moment(2, { ...scene(CHOICES), spots, reasons }))
  selection.press('a', false)
  selection.press('d', false)
  expect(selection.explanations.refused).toBe('It is full')
  selection.back()
  expect(selection.explanations.refused).toBe('')
})

test('a preview is asked for once, after a moment, and never of the past', () => {
  const { selection, line } = join()
  selection.press('a', false)
  selection.point('b')
  vi.runAllTimers()
  expect(line.sent).toEqual([{ type: 'preview', ply: 2, action: 7, takebacks: 0 }])
  line.says({
    type: 'previewed',
    ply: 2,
    action: 7,
    scene: { ...scene([]), pieces: [{ ...scene([]).pieces[0]!, spot: 'b', x: 1.5 }] },
  })
  expect(selection.previews.ghosts?.arriving.map((piece) => piece.spot)).toEqual(['b'])
  selection.point(null)
  selection.point('b')
  vi.runAllTimers()
  expect(line.sent.length).toBe(1)
  selection.point('c')
  selection.press('b', false)
  vi.runAllTimers()
  expect(line.sent.map((message) => message.type)).toEqual(['preview', 'move'])
})

test('a piece dropped on a spot is a move, dropped elsewhere nothing', () => {
  const { table, selection, line } = join()
  expect(selection.drag.take('b', { x: 1.5, y: 0.5 })).toBe(false)
  expect(selection.drag.take('a', { x: 0.5, y: 0.5 })).toBe(true)
  selection.drag.carry({ x: 9, y: 9 })
  selection.drag.drop()
  expect([selection.path, selection.drag.active]).toEqual([[], null])
  selection.drag.take('a', { x: 0.5, y: 0.5 })
  selection.drag.carry({ x: 2.4, y: 0.6 })
  selection.drag.drop()
  expect(line.sent.at(-1)).toEqual({ type: 'move', seat: 0, ply: 2, action: 9, takebacks: 0 })
  expect(table.playback.dropped?.get('p')?.x).toBeCloseTo(2.4)
})

test('looking back: the game goes on and the list grows', async () => {
  const { table, line } = join()
  table.browse(0)
  expect(line.sent).toEqual([{ type: 'look', ply: 0 }])
  line.says({ type: 'looked', moment: moment(0, []) })
  await vi.runAllTimersAsync()
  expect([table.shown?.ply, table.live]).toEqual([0, false])
  line.says({ type: 'moved', moves: [entry(3)], moment: moment(3), times: null })
  await vi.runAllTimersAsync()
  expect([table.moves.length, table.shown?.ply, table.browsing]).toEqual([3, 0, 0])
  table.browse(3)
  await vi.runAllTimersAsync()
  expect([table.shown?.ply, table.browsing, table.live]).toEqual([3, null, true])
  table.browse(0)
  expect(line.sent.length).toBe(1)
})

test('who looks back is shown it when the line is there again, and anew on a screen that has been turned', async () => {
  const { table, line } = join()
  line.close()
  table.browse(0)
  expect([table.browsing, table.shown?.ply]).toEqual([0, 2])
  vi.advanceTimersByTime(1000)
  const again = FakeSocket.newest
  const looks = () => again.sent.filter(({ type }) => type === 'look').length
  fake.greet(again, welcome(2))
  expect(looks()).toBe(1)
  again.says({ type: 'looked', moment: moment(0, []) })
  await vi.runAllTimersAsync()
  expect(table.shown?.ply).toBe(0)
  fake.turn()
  again.says(welcome(2))
  expect(looks()).toBe(2)
})

test('what was refused to who looks back, as the house was busy, is asked for again, as long as they look there', () => {
  const { table, line } = join()
  const busy = () => line.says({ type: 'refused', code: 'TooBusy', words: 'too much at once', ply: 2 })
  const looks = () => line.sent.flatMap((message) => (message.type === 'look' ? [message.ply] : []))
  table.browse(0)
  busy()
  expect(looks()).toEqual([0])
  vi.runAllTimers()
  expect(looks()).toEqual([0, 0])
  busy()
  table.browse(1)
  vi.runAllTimers()
  expect(looks()).toEqual([0, 0, 1])
})

test('a missed move asks for everything', () => {
  const { line } = join()
  line.says({ type: 'moved', moves: [entry(5)], moment: moment(5), times: null })
  expect(line.sent).toEqual([HELLO])
})

test('a move tells what is left on the clocks, by which a person may be back', () => {
  const { table, line } = join()
  const times = { left: [0, 5000], running: 0, pause: 0, late: [2, 0] }
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

test('a stale refusal is shown and asks for everything', () => {
  const { table, line } = join()
  line.says({ type: 'refused', code: 'StaleMove', words: 'look again', ply: 4 })
  expect(table.notices.at(-1)?.words).toBe('Look again.')
  expect(line.sent).toEqual([HELLO])
})

test('a line that breaks comes back by itself', async () => {
  const { table, line } = join()
  line.close()
  expect([table.up, table.broken]).toEqual([false, true])
  vi.advanceTimersByTime(1000)
  const again = FakeSocket.newest
  expect(again).not.toBe(line)
  again.open()
  again.says(welcome(4))
  await vi.runAllTimersAsync()
  expect([table.broken, table.shown?.ply]).toEqual([false, 4])
})

test('a table that does not exist is closed; one that is not ready yet is asked again', () => {
  const table = new TableStore('nope', [], null)
  const line = FakeSocket.newest
  line.open()
  line.says({ type: 'refused', code: 'NotReady', words: 'wait', ply: -1 })
  vi.runOnlyPendingTimers()
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

test('nobody plays where a bot stands in', async () => {
  const { table, selection, line } = fake.join(moment(2), apart())
  await vi.runAllTimersAsync()
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

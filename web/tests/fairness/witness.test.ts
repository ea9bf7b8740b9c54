/** A server that says something else later is found out: what this browser saw first counts. */
import { expect, test, vi } from 'vitest'
import { isFair } from '../../src/fairness/provably_fair'
import { recall, remember } from '../../src/browser/saved_tables'
import { read, write } from '../../src/browser/storage'
import { PledgeWitness, firstSight, recallSeen, rememberSeen, observe } from '../../src/fairness/witness.svelte'
import { PROTOCOL, type SeatCard, type TableCard } from '../../src/protocol'
import { FakeSocket, TableStore, card as blank, moment, welcome } from '../fake'
import known from './draws.json'
import { EMPTY } from '../scenes'

const OTHERS = '0a'.repeat(16)
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
const seat = (index: number, changes: Partial<SeatCard> = {}): SeatCard => ({
  ...blank.seats[0]!,
  index,
  role: `Seat ${index}`,
  came: false,
  yours: false,
  ...changes,
})

/** A table that waits for everybody; `words` by seat: of those who have come. */
function tabled(words: (string | null)[], mine: number[] = []): TableCard {
  const { players, options } = known.pledge
  return copy({
    ...blank,
    begun: false,
    players,
    options,
    seats: words.map((said, index) => seat(index, { came: said !== null, yours: mine.includes(index) })),
    luck: {
      commitment: known.commitment,
      pledge: known.pledge,
      client_seeds: words.map((said) => said ?? ''),
      secret: '',
      origin: 'earlier',
    },
  }) as TableCard
}

test('what was seen of the chance outlives the list of tables; the oldest is forgotten first', () => {
  const seen = { commitment: 'ab', pledge: null, origin: '', clientSeeds: [], own: [], next: '0f' }
  remember({ id: 't1' })
  rememberSeen('t1', seen)
  for (let other = 0; other < 150; other++) remember({ id: `other ${other}` })
  expect([recall('t1'), recallSeen('t1')]).toEqual([undefined, seen])
  const kept = { promise: 'ab', pledge: null, origin: '', words: [], own: [], next: '0f' } // as every page has kept it
  expect(read('rookery.seen.t1', null)).toMatchObject({ seen: kept })
  write('rookery.seen.old', { seen: kept, when: 1 })
  expect(recallSeen('old')).toStrictEqual(seen)
  for (let other = 0; other < 198; other++) write(`rookery.seen.other ${other}`, { seen: kept, when: 2 })
  rememberSeen('other 198', seen)
  expect([recallSeen('old'), recallSeen('t1'), recallSeen('other 198')]).toEqual([null, seen, seen])
  expect(Object.keys(localStorage).filter((key) => key.startsWith('rookery.seen.'))).toHaveLength(200)
})

test('the word is kept before it is sent, and an honest house raises no doubt', async () => {
  const table = new TableStore('t1', ['key'], null)
  const line = FakeSocket.newest
  line.open()
  expect(line.sent).toEqual([{ type: 'hello', keys: [], draws: true, protocol: PROTOCOL }])
  line.says(welcome(moment(0, EMPTY), tabled([OTHERS, null, null])))
  const { next } = recallSeen('t1')!
  expect(line.sent[1]).toEqual({ type: 'hello', keys: ['key'], client_seed: next, draws: true, protocol: PROTOCOL })
  line.says(welcome(moment(0, EMPTY), tabled([OTHERS, next, null], [1])))
  line.says({ type: 'tabled', table: tabled([OTHERS, next, ''], [1]) })
  expect(recallSeen('t1')).toMatchObject({ clientSeeds: [OTHERS, next, ''], own: [null, next, null] })
  expect(table.witness.doubts).toEqual([])

  const reloaded = new TableStore('t1', ['key'], recallSeen('t1')!)
  FakeSocket.newest.open()
  FakeSocket.newest.says(welcome(moment(0, EMPTY), tabled([OTHERS, next, ''], [1])))
  expect(reloaded.witness.doubts).toEqual([])
  await Promise.resolve()
  expect(FakeSocket.newest.sent[0]).not.toMatchObject({ client_seed: next }) // a word is used once
})

const arrived = (keys: string[]) => {
  const table = new TableStore('t1', keys, recallSeen('t1'))
  FakeSocket.newest.open()
  return { table, line: FakeSocket.newest }
}
const welcomed = (table: TableCard) => welcome(moment(0, EMPTY), table)
const later = (...mine: number[]) => ({ ...tabled([OTHERS, '', ''], mine), begun: true })

test('somebody who watched before the game, and sits down after it has begun, has no word in it and no doubt', () => {
  const watched = arrived([])
  watched.line.says(welcomed(tabled([OTHERS, null, null])))
  expect(
    watched.line.sent,
    'who only watches tells no word: it is not known before it is asked whether it counts',
  ).toEqual([{ type: 'hello', keys: [], draws: true, protocol: PROTOCOL }])
  const late = arrived(['key'])
  late.line.says(welcomed(later()))
  expect(late.line.sent).toEqual([
    { type: 'hello', keys: [], draws: true, protocol: PROTOCOL },
    { type: 'hello', keys: ['key'], client_seed: recallSeen('t1')!.next, draws: true, protocol: PROTOCOL },
  ])
  late.line.says(welcomed(later(1)))
  expect([late.table.witness.doubts, late.table.mine, recallSeen('t1')!.clientSeeds]).toEqual([
    [],
    [1],
    [OTHERS, '', ''],
  ])
})

test('a word that was sent has to count, whatever the server says when the page connects again', () => {
  const first = arrived(['key'])
  first.line.says(welcomed(tabled([OTHERS, null, null])))
  expect(first.line.sent.at(-1)).toMatchObject({ keys: ['key'] })
  first.table.end() // no answer
  const again = arrived(['key'])
  again.line.says(welcomed(later()))
  again.line.says(welcomed(later(1)))
  expect(again.table.witness.doubts).toEqual([expect.stringContaining('does not count')])
})

test('while a page asks how the table stands it is told as one who watches, and stays what it was', () => {
  vi.useFakeTimers()
  const { table, line } = arrived(['key'])
  line.says(welcomed(tabled([OTHERS, null, null])))
  const { next } = recallSeen('t1')!
  line.says(welcomed(tabled([OTHERS, next, null], [1])))
  line.close()
  vi.advanceTimersByTime(1000)
  const again = FakeSocket.newest
  again.open()
  again.says({ type: 'tabled', table: tabled([OTHERS, next, null]) })
  expect([table.mine, table.up, again.sent]).toEqual([
    [1],
    false,
    [{ type: 'hello', keys: [], draws: true, protocol: PROTOCOL }],
  ])
  again.says(welcomed(tabled([OTHERS, next, null])))
  again.says({ type: 'refused', code: 'TooBusy', words: 'too much at once', ply: 0 })
  vi.advanceTimersByTime(2000)
  expect(again.sent.filter(({ type }) => type === 'hello').length, 'who is not let in yet asks again').toBe(3)
  again.says(welcomed(tabled([OTHERS, next, null], [1])))
  expect([table.mine, table.up, table.witness.doubts]).toEqual([[1], true, []])
})

test('a word that is thrown away is noticed at once, and after a reload', () => {
  const first = new PledgeWitness('t1', ['key'], null)
  first.compare(tabled([OTHERS, null, null]))
  expect(first.doubts).toEqual([])
  const sent = first.seen!.next
  first.compare(tabled([OTHERS, 'f0', null], [1])) // the server has chosen another one
  const lie = [
    'The word of Seat 1 is not the one that this browser sent. Unless you opened your link in two browsers at once, the house changed it.',
  ]
  expect(first.doubts).toEqual(lie)
  expect(recallSeen('t1')!.own[1]).toBe(sent)
  expect(recall('t1')!.keys, 'the table keeps a key once it has opened a seat').toEqual([])
  const reloaded = new PledgeWitness('t1', ['key'], recallSeen('t1')!)
  reloaded.compare(tabled([OTHERS, 'f0', ''], [1]))
  expect(reloaded.doubts).toEqual(lie)
  reloaded.compare(tabled([OTHERS, sent, ''], [1]))
  expect(reloaded.doubts, 'a lie that was told once stays on the page').toEqual(lie)
})

test('a word that the house tells of your seat before it says that the seat is yours is noticed, after a reload too', () => {
  for (const reload of [false, true]) {
    localStorage.clear()
    let page = new PledgeWitness('t1', ['key'], null)
    page.compare(tabled([OTHERS, null, null]))
    page.seedSent()
    page.compare(tabled([OTHERS, 'f0', null])) // to everybody
    expect(page.doubts).toEqual([])
    if (reload) page = new PledgeWitness('t1', ['key'], recallSeen('t1')!)
    page.compare(tabled([OTHERS, 'f0', null], [1])) // to this page
    expect(page.doubts).toHaveLength(1)
  }
  const watched = new PledgeWitness('t2', [], null) // a spectator here who plays in another browser gets no warning
  watched.compare(tabled([OTHERS, null, null]))
  watched.seedSent()
  watched.compare(tabled([OTHERS, 'f0', null]))
  watched.compare(tabled([OTHERS, 'f0', null], [1]))
  expect(watched.doubts).toEqual([])
})

test('a word that this browser sent cannot be left out unnoticed', () => {
  const page = new PledgeWitness('t1', ['key'], null)
  page.compare(tabled([OTHERS, null, null]))
  page.seedSent()
  page.compare({ ...tabled([OTHERS, '', '']), begun: true })
  page.compare({ ...tabled([OTHERS, '', ''], [1]), begun: true })
  expect(page.doubts).toEqual([
    'The word that this browser sent for Seat 1 does not count. Unless the game began at that very moment, the house left it out.',
  ])
})

test('no bot has a word, and no seat gets one when the game has begun', () => {
  const bot = (word: string): TableCard => {
    const card = tabled([OTHERS, word, null])
    card.luck!.pledge.bots = [1]
    return {
      ...card,
      seats: card.seats.map((seat) => (seat.index === 1 ? { ...seat, kind: 'bot', level: 'easy' } : seat)),
    }
  }
  const page = new PledgeWitness('t1', [], null)
  page.compare(bot('f0'))
  expect(page.doubts).toEqual([
    'Bots add no words, but the house shows a word of Seat 1: it could choose that word itself.',
  ])

  const late = new PledgeWitness('t2', [], null)
  late.compare({ ...tabled([OTHERS, '', null]), begun: true })
  expect([late.doubts, late.seen!.clientSeeds]).toEqual([[], [OTHERS, '', '']])
  late.compare({ ...tabled([OTHERS, '', 'f0']), begun: true })
  expect(late.doubts).toEqual(['The word of Seat 2 is not the one that this browser saw first.'])
})

test('the promise names the seats of bots', () => {
  const card = tabled([OTHERS, '', ''])
  for (const [bots, doubts] of [
    [[], 0],
    [[1], 1],
  ] as const) {
    const told = { ...card, luck: { ...card.luck!, pledge: { ...card.luck!.pledge, bots: [...bots] } } }
    expect(observe(firstSight(told), told).doubts).toHaveLength(doubts)
  }
})

test('a page that plays several seats adds one word; one that comes later knows that it did not', () => {
  const both = new PledgeWitness('t1', ['a', 'b'], null)
  both.compare(tabled([null, null, '']))
  const { next } = both.seen!
  both.compare(tabled([next, '', ''], [0, 1]))
  expect([both.doubts, both.seen!.own]).toEqual([[], [next, '', null]])
  const late = new PledgeWitness('t2', ['a'], null)
  late.compare(tabled([OTHERS, '', '']))
  late.compare(tabled([OTHERS, '', ''], [0]))
  expect([late.doubts, late.seen!.own]).toEqual([[], [null, null, null]])
})

test('a promise that is not the hash of what was pledged, or is about another game, is doubted at first sight', async () => {
  const wrong = tabled(['', '', ''])
  wrong.luck!.commitment = '00'.repeat(32)
  const one = new PledgeWitness('t1', [], null)
  one.compare(wrong)
  await expect.poll(() => one.doubts).toEqual(['The facts that the house says it promised do not match its promise.'])
  for (const other of [{ options: {} }, { players: 2 }, { game: { ...blank.game, slug: 'other' } }]) {
    expect(observe(firstSight(tabled(['', '', ''])), { ...tabled(['', '', '']), ...other }).doubts).toHaveLength(1)
  }
})

/** The same numbers each time (mulberry32). */
function dice(seed: number) {
  return (below: number) => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** Everything in a tree of JSON that can be set. */
function places(tree: object): { owner: Record<string, unknown>; key: string }[] {
  const owner = tree as Record<string, unknown>
  return Object.keys(owner).flatMap((key) => {
    const value = owner[key]
    return [{ owner, key }, ...(value !== null && typeof value === 'object' ? places(value) : [])]
  })
}

function other(value: unknown, roll: (below: number) => number): unknown {
  if (typeof value === 'number') return value + [1, -1, 64, 1e6][roll(4)]!
  if (typeof value !== 'string') return Array.isArray(value) ? value.slice(1) : {}
  const at = roll(value.length + 1)
  return value.slice(0, at) + '0123456789abcdef'.replace(value[at] ?? '', '')[roll(15)]! + value.slice(at + roll(2))
}

test('each of 2,000 changes of what is told of the chance is noticed', () => {
  const roll = dice(20)
  const truth = tabled(known.client_seeds)
  const { seen } = observe(firstSight(truth), truth)
  expect(observe(seen, truth).doubts).toEqual([])
  for (let change = 0; change < 2000; change++) {
    const lie = copy(truth)
    const told = {
      luck: { ...lie.luck!, secret: undefined },
      options: lie.options,
      players: lie.players,
      slug: lie.game.slug,
    }
    const all = places(told).filter(({ owner, key }) => owner[key] !== undefined && key !== 'luck')
    const { owner, key } = all[roll(all.length)]!
    const before = JSON.stringify(owner[key])
    owner[key] = other(owner[key], roll)
    if (JSON.stringify(owner[key]) === before) continue
    const { luck, options, players, slug } = told
    const card = { ...lie, options, players, game: { ...lie.game, slug }, luck: { ...luck, secret: '' } } as TableCard
    expect(observe(seen, card).doubts.length, `${key}: ${before}`).toBeGreaterThan(0)
  }
})

test('each change of a checked draw is noticed, but for odds that lead to the same: the drawer says that it believes these', async () => {
  const roll = dice(21)
  for (let change = 0; change < 200; change++) {
    const lie = { ...copy(known.draws[roll(known.draws.length)]!), type: 'checked' as const }
    const { odds, ...rest } = lie
    const all = places(rest).filter(({ key }) => key !== 'number' && key !== 'type')
    const { owner, key } = all[roll(all.length)]!
    owner[key] = other(owner[key], roll)
    expect(await isFair({ ...rest, odds }, known.pledge, known.client_seeds).catch(() => false), key).toBe(false)
  }
})

test('the words of a contest were gathered before it, and none is missed', () => {
  const page = new PledgeWitness('t3', ['a'], null)
  page.compare({ ...tabled(['ab', '', ''], [0]), contest: 'day 20783' })
  expect([page.doubts, page.seen!.own]).toEqual([[], [null, null, null]])
  page.compare({ ...tabled(['cd', '', ''], [0]), contest: 'day 20783' })
  expect(page.doubts).toHaveLength(1) // it must stay the same, too
})

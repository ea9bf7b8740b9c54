import { expect, test } from 'vitest'
import { chartOf, HEIGHT } from '../../src/days/day_chart'
import { beaten, headline, leadText, shareText, tableText } from '../../src/days/day_text'
import { promisedNext, standsFirm } from '../../src/days/opened_checks'
import { bytesOf, hex, sha256 } from '../../src/fairness/provably_fair'
import type { Achieved, DayResult, OpenedDay } from '../../src/protocol'

const did = (utility: number, lead: number): Achieved => ({ utility, lead })
const game = {
  slug: 'game',
  name: 'The Game',
  tagline: '',
  minutes: 5,
  team: false,
  players: 3,
  options: {},
  role: 'Red',
  level: 'hard',
  strength: 'Hard',
}
const result: DayResult = {
  day: 20783,
  game,
  table: 't',
  over: false,
  ends_in: 5000,
  spoilt: false,
  points: 'birds',
  own: did(1, 3),
  others: [did(1, 9), did(1, 3), did(-1, -2), did(-1, -40)],
  finished: 4,
  begun: 5,
  share: 0.625,
  swing: 1,
  levels: [
    { level: 'easy', strength: 'Easy', runs: [did(-1, -4), did(1, 2)] },
    { level: 'hard', strength: 'Hard', runs: [did(1, 4), did(1, 6)] },
  ],
}

test('the result in words', () => {
  expect(headline(result)).toBe('Better than 63% of 4 others')
  expect(headline({ ...result, over: true })).toBe('Better than 63% of 5 others')
  expect(headline({ ...result, share: null, finished: 0 })).toBe('You are the first to finish it.')
  expect(headline({ ...result, own: null, over: true })).toBe('You did not play it to its end.')
  expect(tableText(game)).toBe('Red, against 2 Hard bots')
  expect(tableText({ ...game, players: 2, team: true })).toBe('Red, with the Hard bot')
  expect(leadText(-2.54, -1, 'birds', false)).toBe('2.5 birds behind')
  expect(leadText(0, 0, 'birds', false)).toBe('level')
  expect(leadText(7, 1, 'gifts', true)).toBe('7 gifts')
  expect(['', '', ''].map((none, at) => leadText(0, at - 1, none, false))).toEqual(['lost', 'drew', 'won'])
  expect(beaten(result)?.level).toBe('easy')
})

test('what is shared tells nothing of the game itself', () => {
  const text = shareText(result, 3, 'https://example.org/today')
  expect(text).toContain('▰▰▰▰▰▰▱▱▱▱ Better than 63% of 4 others')
  expect(text).toContain('3 days in a row')
  for (const secret of ['birds', 'won', 'Red', 'ahead by']) expect(text).not.toContain(secret)
  const other = { ...result, own: did(1, 77), points: 'fish', game: { ...game, role: 'Blue', players: 4 } }
  expect(shareText({ ...other, levels: [] }, 1, '')).toBe(shareText({ ...result, levels: [] }, 1, ''))
})

test('every dot stands in the picture, and none on another one', () => {
  const many = Array.from({ length: 300 }, (_, at) => did(1, (at * at) % 57))
  for (const wide of [300, 640, 900])
    for (const others of [result.others, many, []]) {
      const { own, others: dots, levels, radius, top } = chartOf({ ...result, others }, wide)
      const all = [...dots, own!]
      expect(all.every(({ x, y }) => x > 0 && x < wide && y > top && y < HEIGHT)).toBe(true)
      expect(new Set(all.map(({ x, y }) => `${x} ${y}`)).size).toBe(all.length)
      expect(radius).toBeGreaterThan(0.5)
      expect(levels.map(({ name }) => name).sort()).toEqual(['Easy', 'Hard'])
    }
})

test('names of levels in one place stand below each other', () => {
  const same = ['Easy', 'Medium', 'Hard'].map((strength) => ({ level: strength, strength, runs: [did(1, 3)] }))
  expect(new Set(chartOf({ ...result, levels: same }, 640).levels.map(({ row }) => row)).size).toBe(3)
})

test('a day that is over is checked', async () => {
  const next = '11'.repeat(32)
  const words = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
  const day: OpenedDay = { day: 5, value: hex(await sha256(bytesOf(next))), next_value: next, words, games: [] }
  expect(await promisedNext(day)).toBe(true)
  expect(await promisedNext({ ...day, next_value: '12'.repeat(32) })).toBe(false)
  let head = ''
  for (const word of words.slice(0, 2)) head = hex(await sha256(new TextEncoder().encode(`${head},${word}`)))
  const added = { day: 5, number: 2, head, word: words[1]! }
  expect(await standsFirm(day, added)).toBe(true)
  expect(await standsFirm({ ...day, words: [words[0]!, words[1]!] }, added)).toBe(true)
  for (const changed of [[words[1]!, words[1]!, words[2]!], [words[0]!, words[2]!], [words[1]!]])
    expect(await standsFirm({ ...day, words: changed }, added)).toBe(false)
  expect(await standsFirm(day, { ...added, day: 6 })).toBe(false)
})

/** The result of a game as a picture to share: who has won, with which points, and the board as it was at last. */
import type { Counter, TableCard } from '../protocol'
import type { ShownMoment } from '../state'
import { escaped, png, type PlacedSvg } from '../share/raster'
import { list, plural } from '../text/english'
import { displayName } from '../text/seat_text'
import { commonResult } from '../text/turn_text'

const [WIDE, HIGH] = [1200, 630]
const CARD_EDGE = 70 // px
const BOARD = 490 // px: the square in which the board lies
const LETTER = 0.56 // mean width of a letter, in its size
const [INK, SOFT, ACCENT, GOLD] = ['#20222f', '#575a6b', '#5142c4', '#d8951a']

export interface ResultToDraw {
  card: TableCard
  moment: ShownMoment // the end
  moves: number
  colours: readonly (readonly [string, string])[] // of each seat: both halves of its sign
  font: string // CSS names of fonts
  board: string // an SVG document; '' for a picture that tells nothing of the game
}

/** A PNG. Rejects with a sentence. */
export function resultPicture(result: ResultToDraw): Promise<Blob> {
  const { board, moment } = result
  const card = { svg: resultSvg(result), width: WIDE, height: HIGH }
  return board === '' ? png(card) : png(card, placed(board, moment.scene))
}

/** The board in the middle of its square. */
function placed(svg: string, scene: { width: number; height: number }): PlacedSvg {
  const scale = BOARD / Math.max(scene.width, scene.height)
  const [width, height] = [scene.width * scale, scene.height * scale]
  const corner = { x: WIDE - CARD_EDGE - BOARD / 2 - width / 2, y: HIGH / 2 - height / 2 }
  return { svg: svg.replace('color-scheme: light dark', 'color-scheme: light'), ...corner, width, height }
}

/** Who has won, as anybody may read it. */
export function resultText({ seats, game }: TableCard, winners: readonly number[]): string {
  const won = seats.filter(({ index }) => winners.includes(index)).map(displayName)
  return commonResult(seats.map(displayName), winners, game.cooperative, false) || `${list(won)} won`
}

export function resultSvg({ card, moment, moves, colours, font, board }: ResultToDraw): string {
  const right = WIDE - CARD_EDGE - (board === '' ? 0 : BOARD + CARD_EDGE)
  const line = (y: number, size: number, words: string, look: string) =>
    written({ x: CARD_EDGE, y, size, words, look, room: right - CARD_EDGE })
  const pace = Math.min(68, 290 / card.seats.length)
  const rows = card.seats.map((seat, i) => {
    const y = 335 + i * pace
    const won = moment.winners.includes(seat.index)
    const look = `fill="${INK}" font-weight="${won ? 700 : 400}"`
    const numbers = told(moment, seat.index)
    const wide = numbers.length * 28 * LETTER
    const x = CARD_EDGE + pace
    return `${sign(CARD_EDGE + pace * 0.36, y - 10, pace * 0.34, colours[i] ?? [SOFT, SOFT], won)}
      ${written({ x, y, size: 30, words: displayName(seat), look, room: right - x - wide - 30 })}
      ${written({ x: right, y, size: 28, words: numbers, look: `${look} text-anchor="end"`, room: wide })}`
  })
  const foot = [plural(moves, 'move'), told(moment, null)].filter((words) => words !== '').join(' · ')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}" font-family="${escaped(font)}">
    <rect width="100%" height="100%" fill="#f3efe7"/>
    ${line(105, 28, 'Rookery', `fill="${SOFT}"`)}
    ${line(175, 60, card.game.name, `fill="${INK}" font-weight="600"`)}
    ${line(248, 44, resultText(card, moment.winners), `fill="${ACCENT}" font-weight="600"`)}
    ${rows.join('\n')}
    ${line(HIGH - 50, 26, foot, `fill="${SOFT}"`)}
  </svg>`
}

interface Written {
  x: number
  y: number
  size: number // at most: it becomes smaller if there is no room
  words: string
  look: string // attributes
  room: number // px
}

function written({ x, y, size, words, look, room }: Written): string {
  const fitting = Math.min(size, room / Math.max(1, words.length) / LETTER)
  return `<text x="${x}" y="${y}" font-size="${fitting}" ${look}>${escaped(words)}</text>`
}

/** A disc in the colours of a seat; that of a winner has a golden rim. */
function sign(x: number, y: number, radius: number, [one, two]: readonly [string, string], won: boolean): string {
  const rim = won ? `<circle cx="${x}" cy="${y}" r="${radius + 6}" fill="${GOLD}"/>` : ''
  const half = `M${x} ${y - radius}a${radius} ${radius} 0 0 1 0 ${2 * radius}z`
  return `${rim}<circle cx="${x}" cy="${y}" r="${radius}" fill="${one}"/><path d="${half}" fill="${two}"/>`
}

/** The number to which what counted adds up: "12 points"; "" if nothing was added up. `seat`: null: that of all. */
function told({ scene }: ShownMoment, seat: number | null): string {
  const counts = ({ id }: Counter) => scene.score.some(({ counter }) => counter === id)
  const counter = scene.counters.find((one) => one.seat === seat && counts(one))
  return counter ? `${counter.value} ${counter.label}` : ''
}

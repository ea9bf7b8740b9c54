/** The result of a day as a picture to share: how many of the others one did better than, and nothing of the game. */
import type { DayResult } from '../protocol'
import { dayText } from '../puzzles/day_values'
import { beaten, headline } from './day_text'

const [WIDE, HIGH, MARGIN] = [1200, 630, 90]
const PICTURE_COLOURS = {
  paper: '#f3efe7',
  ink: '#20222f',
  soft: '#575a6b',
  line: '#ddd6c8',
  accent: '#5142c4',
  gold: '#d8951a',
}

/** A PNG. Rejects with a sentence. `font`: CSS names of fonts. */
export async function picture(result: DayResult, streak: number, font: string): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDE
  canvas.height = HIGH
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot draw the picture.')
  pen.fillStyle = PICTURE_COLOURS.paper
  pen.fillRect(0, 0, WIDE, HIGH)
  const write = (words: string, y: number, size: number, colour: string, weight = 400) => {
    pen.font = `${weight} ${size}px ${font}`
    pen.fillStyle = colour
    pen.fillText(words, MARGIN, y, WIDE - 2 * MARGIN)
  }
  write(`Rookery · game of ${dayText(result.day)}`, 130, 34, PICTURE_COLOURS.soft)
  write(result.game.name, 230, 84, PICTURE_COLOURS.ink, 600)
  bar(pen, result.share ?? 1)
  write(headline(result), 440, 48, PICTURE_COLOURS.accent, 600)
  const level = beaten(result)
  const more = [
    ...(level ? [`Ahead of the ${level.strength} bot`] : []),
    ...(streak > 1 ? [`${streak} days in a row`] : []),
  ]
  write(more.join(' · '), 520, 34, PICTURE_COLOURS.soft)
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('This browser cannot draw the picture.')))),
  )
}

/** Everybody as a line, and how far along it the person stands. */
function bar(pen: CanvasRenderingContext2D, share: number) {
  const [y, high] = [310, 44]
  const stripe = (x: number, wide: number, colour: string) => {
    pen.fillStyle = colour
    pen.beginPath()
    pen.roundRect(x, y, wide, high, high / 2)
    pen.fill()
  }
  const wide = WIDE - 2 * MARGIN
  stripe(MARGIN, wide, PICTURE_COLOURS.line)
  stripe(MARGIN, Math.max(high, share * wide), PICTURE_COLOURS.accent)
  stripe(MARGIN + Math.max(0, share * wide - high), high, PICTURE_COLOURS.gold)
}

/** The result of a day as a picture to share: how many of the others one did better than, and nothing of the game. */
import type { DayResult } from '../protocol'
import { dayText } from '../puzzles/day_values'
import { escaped, png } from '../share/raster'
import { headline, moreText } from './day_text'

const [WIDE, HIGH] = [1200, 630]
const BAR = 1020

/** A PNG. Rejects with a sentence. `font`: CSS names of fonts. */
export function picture(result: DayResult, streak: number, font: string): Promise<Blob> {
  return png({ svg: svg(result, streak, font), width: WIDE, height: HIGH })
}

function svg(result: DayResult, streak: number, font: string): string {
  const reached = Math.max(44, (result.share ?? 1) * BAR)
  const line = (y: number, size: number, colour: string, words: string, weight = 400) =>
    `<text x="90" y="${y}" font-size="${size}" fill="${colour}" font-weight="${weight}">${escaped(words)}</text>`
  const stripe = (x: number, wide: number, colour: string) =>
    `<rect x="${90 + x}" y="310" width="${wide}" height="44" rx="22" fill="${colour}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}" font-family="${escaped(font)}">
    <rect width="100%" height="100%" fill="#f3efe7"/>
    ${line(130, 34, '#575a6b', `Rookery · game of ${dayText(result.day)}`)}
    ${line(230, 84, '#20222f', result.game.name, 600)}
    ${stripe(0, BAR, '#ddd6c8')}${stripe(0, reached, '#5142c4')}${stripe(reached - 44, 44, '#d8951a')}
    ${line(440, 48, '#5142c4', headline(result), 600)}
    ${line(520, 34, '#575a6b', moreText(result, streak).join(' · '))}
  </svg>`
}

/** Pictures that this page makes itself, as files. */
import { saveData } from './save_file'

/** An SVG document and its place on the picture, in pixels. */
export interface PlacedSvg {
  svg: string
  x?: number
  y?: number
  width: number
  height: number
}

/** A PNG of these documents, one upon the other; the first one is as large as the picture. Rejects with a sentence. */
export async function png(first: PlacedSvg, ...others: PlacedSvg[]): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = first.width
  canvas.height = first.height
  const pen = canvas.getContext('2d')
  for (const { svg, x = 0, y = 0, width, height } of [first, ...others]) {
    const drawn = new Image()
    drawn.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
    await drawn.decode()
    pen?.drawImage(drawn, x, y, width, height)
  }
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('This browser cannot draw the picture.')))),
  )
}

/** A text inside an SVG document. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** Gives the picture to another app where the browser can, or else saves it. `text`: what it shows. */
export async function sharePicture(name: string, data: Blob, text: string): Promise<void> {
  const files = [new File([data], name, { type: data.type })]
  const given = { files, text }
  if (!navigator.canShare?.(given)) return saveData(name, data)
  await navigator.share(given).catch((error: Error) => {
    if (error.name !== 'AbortError') saveData(name, data)
  })
}

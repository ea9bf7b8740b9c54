/** The pictures in the rules of a game, which the page draws from the bytes of their views. */
import { parlour } from '#parlour'
import { mount, unmount } from 'svelte'
import type { Scene } from '../protocol'
import StillPicture from '../scene/StillPicture.svelte'

const SQUARE = 100 // px, as core/picture.py has it: a small picture is no larger
const MISSING = 'The picture for this place cannot be drawn.'

/** Draws all of them; returns what takes them away again. */
export async function drawPictures(text: HTMLElement): Promise<() => void> {
  const places = [...text.querySelectorAll<HTMLElement>('figure > [data-view]')]
  places.forEach(makeRoom) // at once: the text must not move later
  const drawn = await Promise.all(
    places.map(async (place) => {
      try {
        return mount(StillPicture, { target: place, props: { scene: await pictured(place.dataset) } })
      } catch (error) {
        console.error(error)
        place.classList.remove('picture')
        place.style.aspectRatio = ''
        place.textContent = MISSING
      }
    }),
  )
  return () => drawn.forEach((picture) => picture && void unmount(picture))
}

function makeRoom({ classList, style, dataset: { width = '1', height = '1' } }: HTMLElement): void {
  classList.add('picture')
  style.setProperty('--own', `${Number(width) * SQUARE}px`)
  style.aspectRatio = `${width} / ${height}`
}

async function pictured({ code = '', view = '', viewer, players, zones = '' }: DOMStringMap): Promise<Scene> {
  const painter = await parlour.painter(code)
  const seat = Number(viewer)
  const seen = { view, viewer: seat, players: Number(players), facing: Math.max(0, seat) }
  return painter.picture(seen, zones === '' ? [] : zones.split(' '))
}

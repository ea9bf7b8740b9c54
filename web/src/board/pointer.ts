/** Mouse, finger and pen on the board: what a press, a drag or the wheel means. The keyboard is in SpotButtons.svelte. */
import type { Scene } from '../protocol'
import type { Point } from '../scene/geometry'
import type { Selection } from './select.svelte'

const DRAG_THRESHOLD = 7 // px a press may wander before it is a drag
const WHEEL_STEP = 50 // px of a wheel for one turn: a mouse gives about 100 at a time, a touchpad a few very often

/** The board as it is now. */
interface Board {
  root: Element
  scene: Scene
  selection: Selection
}

export class BoardPointer {
  #down: { spot: string; x: number; y: number; at: Point } | null = null
  #id: number | null = null // of the pointer that is down or drags: a second finger, or a palm, means nothing
  #swallow = false // ignore the next click: it is the end of a drag
  #type = 'mouse' // of the pointer that was pressed last
  #rolled = 0 // px of the wheel since it last turned something

  constructor(readonly board: () => Board) {}

  pressed(event: PointerEvent, spot: string): void {
    const { selection } = this.board()
    const { playback } = selection.table
    if (!event.isPrimary || (selection.drag.active && event.pointerType !== this.#type)) return
    if (selection.drag.active) selection.back() // nobody said that the last one was lifted
    this.#type = event.pointerType
    this.#swallow = playback.running // this press only ends the playback of other people's moves
    if (this.#swallow) return void playback.finish()
    if (event.button !== 0) return
    this.#id = event.pointerId
    this.#down = { spot: this.#meant(event, spot), x: event.clientX, y: event.clientY, at: this.#inSquares(event) }
  }

  hovered(event: PointerEvent, spot: string): void {
    const { selection } = this.board()
    if (event.pointerType !== 'mouse' || selection.drag.active) return
    selection.point(this.#meant(event, spot))
  }

  left(event: PointerEvent): void {
    const { selection } = this.board()
    if (event.pointerType === 'mouse' && !selection.drag.active) selection.point(null)
  }

  clicked(event: MouseEvent, spot: string): void {
    if (!this.#swallow) this.board().selection.press(this.#meant(event, spot), this.#type !== 'mouse')
  }

  /** The pointer is anywhere over the board, on a spot or beside one. */
  floated = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') this.board().selection.held.hover(this.#inSquares(event))
  }

  wheeled = (event: WheelEvent): void => {
    const { selection } = this.board()
    if (event.ctrlKey || event.metaKey || event.deltaY === 0 || !selection.held.shown) return
    event.preventDefault()
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : Math.sign(event.deltaY) * WHEEL_STEP
    this.#rolled = Math.sign(this.#rolled) === Math.sign(pixels) ? this.#rolled + pixels : pixels
    if (Math.abs(this.#rolled) < WHEEL_STEP) return
    this.#rolled = 0
    selection.change(pixels > 0 ? 'turned' : 'back')
  }

  // A drag may leave the board: these listen to the whole window.

  wandered = (event: PointerEvent): void => {
    if (event.pointerId !== this.#id) return
    if (event.buttons === 0) return this.cancelled(event) // nobody said that it was released, as over a context menu
    const { drag } = this.board().selection
    if (drag.active) return drag.carry(this.#inSquares(event))
    const down = this.#down
    if (!down || Math.hypot(event.clientX - down.x, event.clientY - down.y) < DRAG_THRESHOLD) return
    this.#down = null
    if (drag.take(down.spot, down.at)) drag.carry(this.#inSquares(event))
  }

  released = (event: PointerEvent): void => {
    if (event.pointerId !== this.#id) return
    const { drag } = this.board().selection
    this.#down = this.#id = null
    if (!drag.active) return
    this.#swallow = true
    setTimeout(() => (this.#swallow = false)) // the click follows at once or not at all
    drag.carry(this.#inSquares(event))
    drag.drop()
  }

  cancelled = (event: PointerEvent): void => {
    if (event.pointerId !== this.#id) return
    const { selection } = this.board()
    this.#down = this.#id = null
    if (selection.drag.active) selection.back()
  }

  #inSquares(event: PointerEvent): Point {
    const { root, scene } = this.board()
    const box = root.getBoundingClientRect()
    return {
      x: ((event.clientX - box.left) / box.width) * scene.width,
      y: ((event.clientY - box.top) / box.height) * scene.height,
    }
  }

  /** A tall piece reaches over the square behind it: pointing at the piece means its own spot. */
  #meant(event: MouseEvent, spot: string): string {
    const { selection } = this.board()
    if (selection.held.places.has(spot)) return spot // a held piece goes to the square, not onto another piece
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const on = element.closest<SVGElement>('g[data-on]')?.dataset.on
      if (on === undefined) continue
      return selection.next.has(on) || selection.drag.draggable(on) ? on : spot
    }
    return spot
  }
}

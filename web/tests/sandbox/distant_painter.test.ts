/** Pictures that a stranger's game draws are cleaned, whatever they are asked for; what never ends is stopped. */
import { afterEach, expect, test, vi } from 'vitest'
import type { BoardCard } from '../../src/protocol'
import { emptyScene } from '../../src/sandbox/cleaned_scene'
import { distantPainter, giveUpDrawing } from '../../src/sandbox/distant_painter'
import type { ToPainter } from '../../src/sandbox/painter_messages'
import { LIMITS } from '../../src/waits/limits'

let drawn: unknown
let hangs = false // the worker draws nothing

vi.mock('../../src/sandbox/sandbox', () => ({
  SandboxedWorker: class {
    onmessage: ((event: { data: unknown }) => void) | null = null
    terminate() {}
    postMessage({ id, kind }: ToPainter) {
      if (hangs && kind !== 'open') return
      queueMicrotask(() => this.onmessage!({ data: { kind: 'answer', id, answer: drawn } }))
    }
  },
}))

afterEach(() => void vi.useRealTimers())

const SEEN = { view: '', viewer: 0, players: 2, facing: 0 }
const SPOT = { id: 'a1', zone: '', x: 1, y: 1, width: 1, height: 1, words: 'a1', symbol: '', style: '' }

test('no picture has two spots of one name', async () => {
  const painter = await distantPainter('https://site.test/', 'code', new Blob())
  const positions = await painter.study({} as BoardCard, null)
  const pictures = [() => painter.picture(SEEN), () => positions.preview([], 0), () => positions.sketch({})]
  for (const picture of pictures) {
    drawn = emptyScene('Red: play')
    await expect(picture()).resolves.toEqual(drawn)
    drawn = { ...emptyScene(''), spots: [SPOT, SPOT] }
    await expect(picture()).rejects.toThrow('no picture')
  }
  drawn = null
  await expect(positions.sketch({})).resolves.toBeNull()
})

test('what never ends is stopped, and the next picture is drawn', async () => {
  vi.useFakeTimers()
  const painter = await distantPainter('https://site.test/', 'code', new Blob())
  hangs = true
  const stopped = expect(painter.picture(SEEN)).rejects.toMatchObject({ stopped: true })
  await vi.advanceTimersByTimeAsync(LIMITS.drawing)
  await stopped
  hangs = false
  drawn = emptyScene('')
  await expect(painter.picture(SEEN)).resolves.toEqual(drawn)
})

test('a newer text does not wait for what never ends', async () => {
  const painter = await distantPainter('https://site.test/', 'code', new Blob())
  hangs = true
  const given = expect(painter.picture(SEEN)).rejects.toThrow('has changed since')
  giveUpDrawing()
  await given
  hangs = false
  drawn = emptyScene('')
  await expect(painter.picture(SEEN)).resolves.toEqual(drawn)
})

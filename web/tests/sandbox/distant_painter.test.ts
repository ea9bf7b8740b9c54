/** Pictures that a stranger's game draws are cleaned, whatever they are asked for. */
import { expect, test, vi } from 'vitest'
import type { BoardCard } from '../../src/protocol'
import { emptyScene } from '../../src/sandbox/cleaned_scene'
import { distantPainter } from '../../src/sandbox/distant_painter'
import type { ToPainter } from '../../src/sandbox/painter_messages'

let drawn: unknown

vi.mock('../../src/sandbox/sandbox', () => ({
  SandboxedWorker: class {
    onmessage: ((event: { data: unknown }) => void) | null = null
    postMessage({ id }: ToPainter) {
      queueMicrotask(() => this.onmessage!({ data: { kind: 'answer', id, answer: drawn } }))
    }
  },
}))

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

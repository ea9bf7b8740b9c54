/** A picture goes to another app where the browser can share files; else it is saved. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sharePicture } from '../../src/share/raster'

const saved: string[] = []
const share = vi.fn<(given: ShareData) => Promise<void>>()

beforeEach(() => {
  saved.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  Object.assign(navigator, { canShare: () => true, share })
})
afterEach(() => vi.restoreAllMocks())

const given = () => sharePicture('a.png', new Blob(['x'], { type: 'image/png' }), 'words')

test('another app gets the file and the words', async () => {
  share.mockResolvedValueOnce()
  await given()
  const { files, text } = share.mock.lastCall![0]
  expect([files?.map(({ name, type }) => [name, type]), text]).toEqual([[['a.png', 'image/png']], 'words'])
  expect(saved).toEqual([])
})

test('who breaks off gets no file, and a failure saves one', async () => {
  share.mockRejectedValueOnce(new DOMException('', 'AbortError'))
  await given()
  expect(saved).toEqual([])
  share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await given()
  expect(saved).toEqual(['a.png'])
})

test('where files cannot be shared, it is saved', async () => {
  Object.assign(navigator, { canShare: () => false })
  await given()
  expect(saved).toEqual(['a.png'])
})

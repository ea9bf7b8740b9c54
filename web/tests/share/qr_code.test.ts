/** The code of a link: what the library encodes, in black on white, with the quiet zone that cameras need. */
import { flushSync } from 'svelte'
import { encode } from 'uqr'
import { expect, test, vi } from 'vitest'
import QrCode from '../../src/share/QrCode.svelte'
import { show } from '../shown'

test('every dark module is drawn once, and nothing within four modules of the edge', async () => {
  const link = 'https://example.org/t/abc#key'
  show(QrCode, { link })
  await vi.waitFor(() => {
    flushSync()
    expect(document.querySelector('svg path')).not.toBeNull()
  })
  const drawn = [
    ...document
      .querySelector('svg path')!
      .getAttribute('d')!
      .matchAll(/M(\d+) (\d+)h1v1h-1z/g),
  ]
  const { data, size } = encode(link, { ecc: 'M', border: 4 })
  expect(document.querySelector('svg')!.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`)
  expect(drawn.length).toBe(data.flat().filter(Boolean).length)
  for (const [, x, y] of drawn) {
    expect(data[Number(y)]![Number(x)]).toBe(true)
    expect(Math.min(Number(x), Number(y), size - 1 - Number(x), size - 1 - Number(y))).toBeGreaterThanOrEqual(4)
  }
})

import { expect, test } from 'vitest'
import { labelSize } from '../../src/scene/label_size'
import type { Label } from '../../src/protocol'
import { EMPTY, spot } from '../scenes'

const label = (text: string, x: number, more: Partial<Label> = {}): Label => ({
  id: text,
  text,
  x,
  y: 4,
  size: 0.2,
  style: '',
  ...more,
})
const PHONE = 8 / 360 // a pixel, in squares
const DESK = 8 / 800
const px = (label: Label, labels: Label[], spots = EMPTY.spots) =>
  labelSize(label, { ...EMPTY, labels: [label, ...labels], spots }, PHONE) / PHONE

test('small words are made as large as can be read', () => {
  expect(px(label('pile', 4), [])).toBeCloseTo(11)
  expect(labelSize(label('pile', 4), EMPTY, DESK), 'large enough').toBe(0.2)
})

test('but not into others, nor over the edge, nor much larger than they were drawn', () => {
  const drawn = 0.2 / PHONE
  expect(px(label('a long word', 3.5), [label('another one', 4.9)])).toBeCloseTo(1.12 * drawn)
  expect(px(label('a long word', 3.5), [label('another one', 4.9, { y: 5 })]), 'in another line').toBeCloseTo(11)
  expect(px(label('a long word', 7.4), [])).toBeCloseTo(1.12 * drawn)
  expect(px(label('a long word', 4), [], [spot('narrow', 4, '', { y: 4, width: 1.2 })])).toBeCloseTo(1.12 * drawn)
  expect(px(label('pile', 4, { size: 0.1 }), [])).toBeCloseTo((1.35 * 0.1) / PHONE)
})

// Texts of people, with letters that JavaScript counts as two.

import { getitem, slice } from '../python/runtime'
import type { Value } from '../python/runtime'

const OF_TWO_UNITS = /[\ud800-\udbff][\udc00-\udfff]/
/** What has an item for each letter. */
const signs = (text: string): Value => (OF_TWO_UNITS.test(text) ? [...text] : text)
export const text_len = (text: string): number => signs(text).length
export const text_item = (text: string, index: Value): string => getitem(signs(text), index)
export function text_slice(text: string, start: Value, end: Value, step: Value): string {
  const found: Value = slice(signs(text), start, end, step)
  return typeof found === 'string' ? found : found.join('')
}

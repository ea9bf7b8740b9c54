/** Why there is no parlour here. The message is one sentence to show. */
export class Unstartable extends Error {}

const NEEDED = ['DecompressionStream', 'TransformStream']

/** What this browser lacks, as a sentence; "" if nothing. */
export function lacking(): string {
  if (typeof WebAssembly !== 'object')
    return 'This browser does not allow WebAssembly, without which bots and hints do not work here.'
  const missing = NEEDED.filter((name) => !(name in globalThis))
  if (missing.length === 0) return ''
  return `This browser is too old for this page: it has no ${missing.join(' and no ')}. One of 2023 or later can play here.`
}

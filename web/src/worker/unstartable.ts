/** Why there is no parlour here. The message is one sentence to show. */
export class Unstartable extends Error {}

/** What this browser lacks, as a sentence; "" if nothing. */
export function lacking(): string {
  if (typeof WebAssembly !== 'object')
    return 'This browser does not allow WebAssembly, without which no game can be played here.'
  if (typeof DecompressionStream === 'undefined')
    return 'This browser is too old for this page; one of 2023 or later can play here.'
  return ''
}

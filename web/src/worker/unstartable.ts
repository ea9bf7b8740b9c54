/** Why there is no parlour here. The message is one sentence to show. */
export class Unstartable extends Error {}

export const VERSIONS_DIFFER = 'Some files on the server are of another version than this page; load the page again.'

/** What this browser lacks, as a sentence; "" if nothing. */
export const lacking = (): string =>
  typeof WebAssembly === 'object'
    ? ''
    : 'This browser does not allow WebAssembly, without which bots and hints do not work here.'

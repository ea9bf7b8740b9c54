/** Why there is no parlour here. The message is one sentence to show. */
export class Unstartable extends Error {}

export const VERSIONS_DIFFER = 'Some files on the server are of another version than this page; load the page again.'
const GONE = 404 // the status of what is not there

/** Why a file did not come, in a sentence: a server that was started again may have another one in its place. */
export const reasonOf = (status: number, unreached: string): string => (status === GONE ? VERSIONS_DIFFER : unreached)

/** What this browser lacks, as a sentence; "" if nothing. */
export const lacking = (): string =>
  typeof WebAssembly === 'object'
    ? ''
    : 'This browser does not allow WebAssembly, without which bots and hints do not work here.'

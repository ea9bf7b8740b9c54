/**
 * Every wait of the page for somebody else: how many ms until an answer is doubted. A wait without a row here would have
 * no end.
 */
export const LIMITS = {
  connecting: 8_000, // a socket that is being opened
  quiet: 15_000, // a socket that says nothing: then the page asks for a sign of life
  silence: 30_000, // a socket: two of those without any
  answer: 5_000, // a socket on which the page has just said something, or to which it has just come back
  asking: 2_000, // the same: then the page asks for a sign of life
  table: 8_000, // the first message of a table: then the page says that it does not come
  host: 30_000, // the same: then it says what a host can do
  slow: 8_000, // a request: then the page says that the answer does not come
  request: 90_000, // a request; a server lets one wait for 60 s while it opens a game
  file: 240_000, // a file that is made on request, whole
  poll: 10_000, // a request that is made again anyway
  lock: 5_000, // another tab that may be busy, until it says whether it needs what it holds
  tabs: 400, // the same where browsers have no locks: tabs answer each other at once
  storage: 10_000, // what the browser keeps, until it is opened
  worker: 90_000, // a worker that starts
  engine: 120_000, // an engine that owes an answer and says nothing; what a bot asked is then thought elsewhere
  opening: 20_000, // Python, which makes a game from its texts
  drawing: 10_000, // a sandbox that draws a game or plays it
  laws: 120_000, // Python, which tries the laws of a game
  games: 60_000, // the same, which plays some games of a report on balance
  seat: 85_000, // whoever sits down: a request may take 60 s, and the server holds a seat for 20 s after that
} as const

export type Limit = keyof typeof LIMITS

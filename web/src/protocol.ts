// Made by `python -m rookery.server.api.typescript web/src`. Do not edit.

/** Late moves in a row that a bot makes for a person; then it stays, or the game waits. */
export const MAX_LATE_MOVES = 3

/** Seconds after which a bot may take over from a person who is away. */
export const AWAY_SECONDS = 60

/** Seconds of a turn before its player can be nudged. */
export const NUDGE_AFTER = 30

/** Seconds from one nudge to the next. */
export const NUDGE_INTERVAL = 60

/** Nudges in one turn. */
export const MAX_NUDGES = 3

/** The version of these messages, which a page says. */
export const PROTOCOL = 4

/** Asks the server for a sign of life. */
export const PING = "{\"type\":\"ping\"}"

/** The sign of life. */
export const PONG = "{\"type\":\"pong\"}"

/** The result of a seat in a whole game. The order is that of the ranking. */
export interface Achieved {
  utility: number
  lead: number
}

export interface Answer {
  type: "answer"
  yes: boolean
}

/** The prompt after a click on this spot, if `Scene.prompts` do not fit, as when one kind of action has its own     button. */
export interface Ask {
  after: string
  words: string
}

/** Asks what the seat that decides knows, so that the page can look for a hint. Only where no other page plays. */
export interface AskView {
  type: "ask view"
  ply: number
  takebacks?: number
}

/** Some seats ask for a take-back, and others have to agree. */
export interface AskedCard {
  seats: number[]
  plies: number
  of: number[]
}

/** Begin without the people who have not come yet. */
export interface Begin {
  type: "begin"
}

/** A position of a game. */
export interface BoardCard {
  name: string
  rules: number
  seats: string[]
  styles: string[]
  code: string
  view: string
  viewer: number | null
}

/** One part of a pose, drawn before it is placed: a square of a shape, a spot of a tile. */
export interface Box {
  dx: number
  dy: number
  symbol: string
  style: string
  scale: number
  text: string
}

/** A position of another table, whose game has no secrets or is over. */
export interface Branch {
  table: string
  ply: number
}

/** An entry of the move list without its ply. */
export type BriefEntry = [number | null, string, string, string, string[]]

export interface ChangeTag {
  name: string
  bird: number
  colour: number
  shown: boolean
}

/** The same as `Moved` for a page that draws, as what is different from the position before these moves. */
export interface Changed {
  type: "changed"
  ply: number
  moves: BriefEntry[]
  runs: string
  mover?: number | null
  takebacks?: number
  over?: boolean
  winners?: number[]
  reason?: string
  seen_by?: number | null
  times?: TimesCard | null
}

export interface ChatLine {
  seat: number | null
  text: string
  at: number
}

export interface ChatMessage {
  type: "chat"
  line: ChatLine
}

/** Ask for the proof of a draw, as far as this page may know it. */
export interface Check {
  type: "check"
  ply: number
}

/** The proof of one draw (core/fair.py): the ticket belongs to the commitment and leads to this outcome. */
export interface Checked {
  type: "checked"
  ply: number
  ticket: string
  audit_path: string[]
  odds: number[]
  drawn: number
}

/** A legal action and the path of clicks that makes it. No path is a prefix of another. */
export interface Choice {
  action: number
  path: string[]
  text: string
  words: string
  also: string[][]
}

/** That a seat is mine. The other fields are for a tag that this makes. */
export interface Claim {
  table: string
  key: string
  rated?: boolean
  name?: string
  bird?: number
  colour?: number
}

/** The time control of a table. */
export interface Clock {
  kind: "bank" | "move"
  seconds: number
  increment: number
  zero: "bot" | "loss"
  level: string
}

/** A number worth knowing, shown beside the seat (or, with seat None, beside the board). */
export interface Counter {
  id: string
  label: string
  value: string
  seat: number | null
  style: string
}

/** The table of a day: the same for everybody. */
export interface DailyGame {
  slug: string
  rules: number
  players: number
  options: Record<string, string>
  seat: number
  level: string
}

/** The person whose daily games are asked for. */
export interface DayAsked {
  who: string
}

/** The person who begins today's game, or asks for the table where it was begun. */
export interface DayBegin {
  who: string
  name?: string
}

/** The table of the day of one game. */
export interface DayGameCard {
  slug: string
  name: string
  tagline: string
  minutes: number
  team: boolean
  players: number
  options: Record<string, string>
  role: string
  level: string
  strength: string
}

/** The result of a level in the person's seat, with the same draws. */
export interface DayLevel {
  level: string
  strength: string
  runs: Achieved[]
}

/** A person's result beside everybody else's. */
export interface DayResult {
  day: number
  game: DayGameCard
  table: string
  over: boolean
  ends_in: number
  spoilt: boolean
  points: string
  own: Achieved | null
  others: Achieved[]
  finished: number
  begun: number
  share: number | null
  swing: number | null
  levels: DayLevel[]
}

/** The person and the day of the result that is asked for. */
export interface DayResultAsked {
  who: string
  day: number
}

export interface DayTryCard {
  day: number
  slug: string
  over: boolean
}

/** A word for the next day. */
export interface DayWord {
  word: string
}

/** The daily games that a person has played. */
export interface DayYours {
  streak: number
  tries: DayTryCard[]
}

/** The games of a day. */
export interface DaysCard {
  day: number
  value: string
  games: DayGameCard[]
  ends_in: number
  spoilt: boolean
  gathers: boolean
}

/** An entry of the move list. */
export interface Entry {
  ply: number
  seat: number | null
  text: string
  words: string
  remark: string
  spots: string[]
}

/** The person who asks for an evening, or lets it begin. */
export interface EveningAsked {
  who: string
}

/** An evening as one person may see it. */
export interface EveningCard {
  id: string
  plan: EveningPlan
  name: string
  team: boolean
  points: string
  roles: string[]
  strength: string
  time: string
  commitment: string
  hosting: boolean
  yours: number | null
  key: string
  guests: EveningGuest[]
  played: EveningRound[]
  next: number
  over: boolean
}

/** A person, or a bot in an empty seat. */
export interface EveningGuest {
  name: string
  bot: boolean
  share: number | null
}

/** The plan of an evening's games. */
export interface EveningPlan {
  game: string
  players: number
  tables: number
  rounds: number
  level: string
  options: Record<string, string>
}

export interface EveningRound {
  over: boolean
  tables: EveningTable[]
}

/** One seat of a table in a round. */
export interface EveningSeat {
  guest: number
  achieved: Achieved | null
  matchpoints: number
  stand_ins: number
}

export interface EveningTable {
  id: string
  over: boolean
  seats: EveningSeat[]
}

/** A game as the front page shows it, made from its facts. */
export interface GameCard {
  slug: string
  name: string
  tagline: string
  weight: number
  players: number[]
  seats: Record<string, string[]>
  minutes: number
  designers: string[]
  publisher: string
  cooperative: boolean
  hidden: boolean
  chance: boolean
  options: OptionCard[]
  renamed: RenamedSeats[]
  levels: LevelCard[]
  lessons: number
  course: string[]
  puzzles: number
}

/** The place of a game in a history: those where it is my turn, running ones, finished ones; the newest first. */
export type GamePlace = [number, number, string]

export interface GamesAsked {
  game?: string
  result?: "" | "drawn" | "lost" | "running" | "won"
  after?: GamePlace | null
}

/** For people who play for the first time: what to do now, and what they need not look at yet. */
export interface Guide {
  words: string
  waits: string[]
}

/** A table that a browser remembers. */
export interface HeldTable {
  id: string
  keys?: string[]
}

/** A page introduces itself with the keys of all seats that it plays; a spectator has none. */
export interface Hello {
  type: "hello"
  keys?: string[]
  client_seed?: string
  draws?: boolean
  protocol?: number
}

export interface JoinByWords {
  token: string
}

/** The person who takes a place. */
export interface JoinEvening {
  who: string
  word: string
  name?: string
}

/** Plain text on the picture, centred on (x, y). */
export interface Label {
  id: string
  x: number
  y: number
  text: string
  size: number
  style: string
}

/** Let a bot of a level stand in; "": the person is back. */
export interface Lend {
  type: "lend"
  seat: number
  level: string
}

/** A lesson in the list of a game. */
export interface LessonCard {
  id: string
  name: string
  course: boolean
}

/** A whole lesson. */
export interface LessonScript {
  board: BoardCard
  seat: number
  steps: LessonStep[]
  readings: string[]
  midgame: string
  rivals: string
}

/** One task, with the fields of lessons/lesson.py. */
export interface LessonStep {
  say: string
  hint: string
  play: string[]
  reach: Record<string, number | number[]>
  wrong: string
  because: Record<string, string>
  replies: string[]
  after: string
}

/** A level of bots. */
export interface LevelCard {
  id: string
  name: string
  words: string
  bird: string
  species: string
  nature: string
  hello: string
  won: string
  lost: string
}

export interface ListedSeat {
  role: string
  name: string
  level: string
  open: boolean
  strength: string
  kind: "bot" | "person"
  species: string
}

/** A public table as the lobby shows it. */
export interface ListedTable {
  id: string
  game: string
  name: string
  state: "over" | "playing" | "waiting"
  seats: ListedSeat[]
  at: number
  time: string
  rated: boolean
}

/** The newest public tables, those that wait for players first. */
export interface ListedTables {
  tables: ListedTable[]
  count: number
  waiting: Record<string, number>
}

export interface Look {
  type: "look"
  ply: number
}

export interface Looked {
  type: "looked"
  moment: Moment
}

/** The chance of this game, as far as it may be told (core/fair.py), in hexadecimal. */
export interface LuckCard {
  commitment: string
  pledge: Pledge
  client_seeds: string[]
  secret: string
  origin: string
}

/** Whether people may bring games here. */
export interface MadeAllowed {
  allowed: boolean
}

/** The learner who goes on where the first course ends: in the middle of a game. */
export interface MidgameAsked {
  name?: string
}

/** A position as this page may see it. */
export interface Moment {
  ply: number
  takebacks: number
  mover: number | null
  over: boolean
  winners: number[]
  reason: string
  seen_by: number | null
  given_up: boolean
  words: string
  view: string
  scene: Scene | null
}

/** `ply`: the number of plies that the page has seen; the server refuses a stale one. */
export interface Move {
  type: "move"
  seat: number
  ply: number
  action: number
  takebacks?: number
}

/** A decision and the draws after it, as far as the same viewer sees them. */
export interface Moved {
  type: "moved"
  moves: Entry[]
  moment: Moment
  times: TimesCard | null
}

/** A person whom I have muted. */
export interface MuteCard {
  table: string
  seat: number
  game: string
  name: string
  blocked: boolean
  since: number
}

export interface MuteSeat {
  table: string
  seat: number
  block: boolean
}

/** The arrangement for a picture that is taller than wide, as on a phone. */
export interface Narrow {
  width: number
  height: number
  shifts: Shift[]
}

/** The order of an evening. */
export interface NewEvening {
  who: string
  plan: EveningPlan
  clock: Clock
}

export interface NewSeat {
  kind?: "bot" | "person"
  level?: string
  name?: string
  open?: boolean
}

/** The order of a table. There are as many seats as players. */
export interface NewTable {
  game: string
  seats: NewSeat[]
  options?: Record<string, string>
  public?: boolean
  clock?: Clock | null
  delay?: number
  rated?: boolean
  after?: Branch | null
}

/** Nudge the person who is to move. */
export interface Nudge {
  type: "nudge"
}

/** A player nudges the person of a seat. */
export interface Nudging {
  type: "nudging"
  seat: number
  by: number
}

/** All from which the draws of a day follow. */
export interface OpenedDay {
  day: number
  value: string
  next_value: string
  words: string[]
  games: DailyGame[]
}

/** All from which the draws of an evening follow. */
export interface OpenedEvening {
  plan: EveningPlan
  secret: string
  words: string[]
}

export interface OptionCard {
  name: string
  choices: string[]
  only: Record<string, number[]>
  free_form: string
  help: string
}

export interface PasskeyAnswer {
  ends: number
  answer: string
}

export interface PasskeyQuestion {
  options: string
  ends: number
}

/** A drawn thing. The order of `Scene.pieces` is the drawing order, later over earlier. */
export interface Piece {
  id: string
  spot: string
  x: number
  y: number
  symbol: string
  style: string
  scale: number
  turn: number
  words: string
  text: string
  letters: string
}

/** A game that is over, for whoever studies it. */
export interface PlayedGame {
  game: string
  players: number
  options: Record<string, string>
  actions: number[]
}

/** All that the operator commits to. Any later change would change the commitment. */
export interface Pledge {
  game: string
  rules: number
  components: Record<string, string>
  players: number
  options: Record<string, string>
  since: number
  opening: string
  tickets: number
  tree: string
  bots: number[]
}

/** A way in which the thing in the hand can lie. */
export interface Pose {
  id: string
  words: string
  boxes: Box[]
  turned: string
  mirrored: string
  varied: string
}

/** The public profile of somebody who wants one: finished games, and of these only public ones one by one. */
export interface Profile {
  name: string
  bird: number
  colour: number
  made: number
  tallies: Tally[]
  games: YourTable[]
  ratings: RatingCard[]
}

/** One puzzle. */
export interface PuzzleCard {
  key: string
  board: BoardCard
  seat: number
  team: boolean
  solution: number
  words: string
  best: number
  second: number
  proved: boolean
  themes: string[]
  rating: number
}

/** All puzzles of a game. */
export interface PuzzleList {
  name: string
  puzzles: RatedPuzzle[]
  themes: Record<string, number[]>
}

export interface PuzzleOfTheDay {
  slug: string
  name: string
  key: string
  rating: number
  first: RatedPuzzle
  count: number
}

/** The puzzles of a day. */
export interface PuzzlesOfTheDay {
  day: number
  value: string
  ends_in: number
  puzzles: PuzzleOfTheDay[]
}

/** Whether a table could be rated. */
export interface RatedCheck {
  why_not: string
}

export type RatedPuzzle = [string, number]

export interface RatingAsked {
  table: string
}

/** A rating of a person, or of a team. */
export interface RatingCard {
  game: string
  players: number
  people: number
  others: string[]
  skill: SkillCard
}

/** The change of the rating of a person or of a team by a game. */
export interface RatingChange {
  game: string
  players: number
  before: SkillCard | null
  after: SkillCard
  difficulty: string
}

/** Whether the game counts for ratings. */
export interface RatingState {
  rated: boolean
  missing: number[]
  counted: boolean
  why_not: string
}

/** The reason why something cannot be placed there, if there is more to say than that it does not fit. */
export interface Reason {
  pose: string
  spot: string
  words: string
}

/** The receipt that a visitor gets for a word, and can compare with the list when the day begins. */
export interface Receipt {
  day: number
  number: number
  head: string
}

export interface Refused {
  type: "refused"
  code: string
  words: string
  ply: number
}

/** Make a new table with the same options and people, in rotated seats. The same keys open it. */
export interface Rematch {
  type: "rematch"
}

/** Send a reminder to a webhook for each turn of a seat that begins while no page is open; "": stop. */
export interface Remind {
  type: "remind"
  seat: number
  webhook: string
}

/** The ways in which people without an open page can be reminded. */
export interface ReminderCard {
  push: string
  webhooks: string[]
}

export interface Rename {
  type: "rename"
  seat: number
  name: string
}

/** The names of the seats where a choice of an option changes them. */
export interface RenamedSeats {
  players: number
  option: string
  choice: string
  seats: string[]
}

/** Let a bot stand in for another person who is to move and away; the person can come back at any time. */
export interface Replace {
  type: "replace"
  seat: number
}

/** One of two opponents gives up. */
export interface Resign {
  type: "resign"
}

export interface Say {
  type: "say"
  text: string
}

/** All that one seat sees of one position. */
export interface Scene {
  width: number
  height: number
  caption: string
  prompts: string[]
  zones: Zone[]
  spots: Spot[]
  pieces: Piece[]
  labels: Label[]
  counters: Counter[]
  choices: Choice[]
  poses: Pose[]
  reasons: Reason[]
  asks: Ask[]
  tips: Tip[]
  score: ScoreLine[]
  guide: Guide | null
  narrow: Narrow | null
}

/** Something that counted when the game ended. The lines of a seat add up to its points. */
export interface ScoreLine {
  seat: number | null
  words: string
  counter: string
  parts: ScorePart[]
}

/** Pieces that counted together: a group, a stack, a line of birds. */
export interface ScorePart {
  pieces: string[]
  points: number
}

export interface SeatAsked {
  table: string
  seat: number
}

export interface SeatCard {
  index: number
  role: string
  name: string
  look: string
  kind: "bot" | "person"
  level: string
  strength: string
  bird: string
  lent: "asked" | "away" | "late" | ""
  open: boolean
  came: boolean
  yours: boolean
  here: boolean
  style: string
  feed: string
  webhook: string
}

export interface SeatLink {
  seat: number
  role: string
  key: string
  link: string
}

export interface SetWords {
  digest: string
}

/** The place of a zone in the narrow arrangement. */
export interface Shift {
  zone: string
  x: number
  y: number
}

/** A request that a device has signed (tags/statements.py). Its tag follows from the key. */
export interface Signed {
  site: string
  key: string
  at: number
  body: string
  signature: string
}

export interface SitAsked {
  table: string
  seat: number
  name?: string
}

/** The request of a person for an open seat. */
export interface SitDown {
  name?: string
}

/** A rating with its 95 % interval, in Elo. */
export interface SkillCard {
  mean: number
  low: number
  high: number
  games: number
}

/** A place to click: a square, a slot, a whole column, a button. */
export interface Spot {
  id: string
  zone: string
  x: number
  y: number
  width: number
  height: number
  words: string
  symbol: string
  style: string
}

/** The public state of a server. Counts begin with its last restart. */
export interface Status {
  version: string
  started: string
  uptime: number
  ready: boolean
  words: string
  clock: string
  store: string
  tables: number
  pages: number
  tables_made: number
  games_over: number
  moves: number
  moves_per_second: number
  wait_p50: number | null
  wait_p99: number | null
  loop_lag: number
}

/** The same with notifications of a browser (web push); without the browser's keys: stop. */
export interface Subscribe {
  type: "subscribe"
  seat: number
  endpoint: string
  p256dh?: string
  auth?: string
}

export interface TableAsked {
  table: string
}

export interface TableCard {
  id: string
  game: GameCard
  players: number
  options: Record<string, string>
  seats: SeatCard[]
  begun: boolean
  asked: AskedCard | null
  luck: LuckCard | null
  watchers: number
  next: string
  clock: Clock | null
  time: string
  times: TimesCard | null
  delay: number
  rating: RatingState | null
  code: string
  contest: string
  closed: boolean
  made: boolean
}

export interface TableLinks {
  table: string
  watch: string
  seats: SeatLink[]
}

export interface Tabled {
  type: "tabled"
  table: TableCard
}

/** The tag as its owner sees it. */
export interface TagCard {
  id: string
  name: string
  bird: number
  colour: number
  shown: boolean
  made: number
  devices: number[]
  passkeys: number[]
  words: boolean
}

export interface TagGames {
  games: YourTable[]
  next: GamePlace | null
  tallies: Tally[]
  ratings: RatingCard[]
}

/** Take back this page's newest decision and everything after it, where that is allowed (commands/takebacks.py). */
export interface TakeBack {
  type: "take back"
}

/** The number of games of a kind that somebody has. */
export interface Tally {
  game: string
  running: number
  won: number
  lost: number
  drawn: number
}

/** The time left on the clocks when the message is sent. */
export interface TimesCard {
  left: number[]
  running: number | null
  pause: number
  late: number[]
  stops: number
}

/** The purpose of a spot, and whether it can be used now: shown beside it to people who point at it or tap it. */
export interface Tip {
  spot: string
  words: string
}

export interface Viewed {
  type: "viewed"
  ply: number
  view: string
}

export interface Welcome {
  type: "welcome"
  table: TableCard
  moves: Entry[]
  moment: Moment
  chat: ChatLine[]
  nudges: number
}

/** The state of a table for a player, or for a spectator. */
export interface YourTable {
  id: string
  game: string
  name: string
  cooperative: boolean
  state: "over" | "playing" | "waiting"
  seats: ListedSeat[]
  yours: number[]
  turn: number | null
  winners: number[]
  words: string
  reason: string
  at: number
  time: string
}

export interface Yours {
  tables: YourTable[]
  gone: string[]
}

/** The tables that a browser remembers. */
export interface YoursAsked {
  tables: HeldTable[]
}

/** An area with a name. `style` tokens are CSS classes that the game's art.svg colours. */
export interface Zone {
  id: string
  x: number
  y: number
  width: number
  height: number
  words: string
  symbol: string
  style: string
  listed: boolean
  grid: boolean
  quiet: boolean
}

export type Client = Hello | Begin | Move | AskView | Look | TakeBack | Answer | Resign | Lend | Replace | Nudge | Say | Check | Rematch | Rename | Remind | Subscribe

export type Server = Welcome | Moved | Changed | Tabled | Nudging | ChatMessage | Viewed | Looked | Checked | Refused

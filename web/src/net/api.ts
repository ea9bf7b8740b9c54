/** The few plain requests. A refusal becomes a RefusedError, whose message is one sentence to show. */
import type {
  BoardCard,
  DayAsked,
  DayBegin,
  DayResult,
  DayResultAsked,
  DaysCard,
  DayWord,
  DayYours,
  EveningAsked,
  EveningCard,
  GameCard,
  JoinEvening,
  LessonCard,
  LessonScript,
  ListedTables,
  MidgameAsked,
  NewEvening,
  NewTable,
  OpenedDay,
  OpenedEvening,
  PlayedGame,
  Profile,
  PuzzleCard,
  PuzzleList,
  PuzzlesOfTheDay,
  RatedCheck,
  Receipt,
  Refused,
  ReminderCard,
  SeatLink,
  SitDown,
  Status,
  TableCard,
  TableLinks,
  Yours,
  YoursAsked,
} from '../protocol'
import { parlour } from '#parlour'
import { sentence } from '../text/english'
import type { Limit } from '../waits/limits'

export class RefusedError extends Error {
  /** `code`: the refusal's name in core/errors.py or server/errors.py; "" where the server gave none. */
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message)
  }
}

/** All games. One that is `wanted` is opened before the others. */
export function games(wanted = ''): Promise<GameCard[]> {
  return get(wanted ? `/api/games?game=${encodeURIComponent(wanted)}` : '/api/games')
}

/** What the seats are called at a table with these players and options. */
export function seatNames(slug: string, players: number, options: Record<string, string>): Promise<string[]> {
  return get(`${gamePath(slug, 'seats')}?${settings(players, options)}`)
}

export function newTable(order: NewTable): Promise<TableLinks> {
  return ask('/api/tables', order)
}

/** Why a table could not be rated, as a sentence; '' if it could. `never`: this server rates no table. */
export async function checkRated(order: NewTable): Promise<RatedCheck> {
  const { why_not, never } = await ask<RatedCheck>('/api/rated', order)
  return { why_not: why_not && sentence(why_not), never }
}

/** Public tables, for the lobby. `game`: a slug, or "" for all; `max`: of those that wait, and of those in play. */
export function publicTables(game: string, max: number): Promise<ListedTables> {
  return get(`/api/tables?${new URLSearchParams({ game, max: String(max) })}`)
}

/** How the tables stand that this browser remembers. */
export function ownTableStates(tables: YoursAsked['tables']): Promise<Yours> {
  return ask('/api/yours', { tables } satisfies YoursAsked)
}

/** Removes a table for good; only a parlour in this browser does that. */
export async function removeTable(id: string): Promise<void> {
  await answer(await parlour.request(`/api/tables/${id}`, { method: 'DELETE' }))
}

/** The lessons of a game, those of the first course first. */
export function lessonCards(slug: string): Promise<LessonCard[]> {
  return get(gamePath(slug, 'lessons'))
}

export function lessonScript(slug: string, lesson: string): Promise<LessonScript> {
  return get(gamePath(slug, 'lessons', lesson))
}

/** One puzzle of each game, the same for everybody. */
export function puzzlesOfTheDay(): Promise<PuzzlesOfTheDay> {
  return get('/api/puzzles')
}

/** The puzzles of a game, the easiest first. */
export function puzzleList(slug: string): Promise<PuzzleList> {
  return get(gamePath(slug, 'puzzles'))
}

export function puzzleCard(slug: string, key: string): Promise<PuzzleCard> {
  return get(gamePath(slug, 'puzzles', key))
}

/** The games of the day. */
export function daysCard(): Promise<DaysCard> {
  return get('/api/days')
}

/** Adds a word for the next day. */
export function addDayWord(word: string): Promise<Receipt> {
  return ask('/api/days/words', { word } satisfies DayWord)
}

/** Today's table of a person. */
export function beginDay(slug: string, asked: DayBegin): Promise<TableLinks> {
  return ask(`/api/days/games/${slug}`, asked)
}

/** What a person has played. */
export function dayYours(asked: DayAsked): Promise<DayYours> {
  return ask('/api/days/yours', asked)
}

/** The result of a person in a game of a day, beside everybody else's; null while they could still play it. */
export function dayResult(slug: string, asked: DayResultAsked): Promise<DayResult | null> {
  return ask(`/api/days/games/${slug}/result`, asked)
}

/** What is published of a day that is over. */
export function openedDay(day: number): Promise<OpenedDay> {
  return get(`/api/days/${day}`)
}

/** A duplicate evening as its host sees it. */
export function newEvening(order: NewEvening): Promise<EveningCard> {
  return ask('/api/evenings', order)
}

/** An evening as a person may see it. */
export function eveningCard(id: string, asked: EveningAsked): Promise<EveningCard> {
  return ask(`/api/evenings/${id}`, asked)
}

/** Takes a place in an evening. */
export function joinEvening(id: string, asked: JoinEvening): Promise<Receipt> {
  return ask(`/api/evenings/${id}/guests`, asked)
}

/** Lets an evening begin. */
export function beginEvening(id: string, asked: EveningAsked): Promise<EveningCard> {
  return ask(`/api/evenings/${id}/begin`, asked)
}

/** What is published of an evening that is over. */
export function openedEvening(id: string): Promise<OpenedEvening> {
  return get(`/api/evenings/${id}/opened`)
}

/** The record of a game, as it is downloaded. */
export async function recordText(table: string): Promise<string> {
  const response = await parlour.request(`/api/tables/${table}/record`)
  if (!response.ok) await answer(response)
  return response.text()
}

/** What was played at a table whose game is over. */
export function playedGame(table: string): Promise<PlayedGame> {
  return get(`/api/tables/${table}/actions`)
}

/** The position before the first ply of a game. */
export function boardCard(slug: string, players: number, options: Record<string, string>): Promise<BoardCard> {
  return get(`${gamePath(slug, 'board')}?${settings(players, options)}`)
}

/** A table where the first course ends, in the middle of a game. */
export function newMidgame(slug: string, asked: MidgameAsked): Promise<TableLinks> {
  return ask(gamePath(slug, 'midgame'), asked)
}

/** A table as a spectator sees it. */
export function tableCard(id: string): Promise<TableCard> {
  return get(`/api/tables/${id}`)
}

/** Take an open seat. */
export function takeSeat(id: string, seat: number, name: string): Promise<SeatLink> {
  return ask(`/api/tables/${id}/seats/${seat}`, { name } satisfies SitDown)
}

/** Opens a table at which the game of a record stands as it ended, or stopped. */
export async function openRecord(text: string): Promise<TableLinks> {
  return (await answer(await post('/api/records', text))) as TableLinks
}

/** The ways to remind people who have no page open. */
export function reminderCard(): Promise<ReminderCard> {
  return get('/api/reminders')
}

/** What somebody shows to everybody. */
export function profile(tag: string): Promise<Profile> {
  return get(`/api/tags/${tag}`)
}

/** How the server is doing. */
export function status(): Promise<Status> {
  return get('/api/status', 'poll')
}

/** A game's rules page: an HTML fragment from our own server. */
export function rulesHtml(slug: string): Promise<string> {
  return text(`/rules/${slug}`)
}

/** A file that is made on request, and its name. */
export async function download(address: string): Promise<{ name: string; data: Blob }> {
  const response = await parlour.request(address, {}, 'file')
  if (!response.ok) await answer(response)
  const [, name = ''] = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { name, data: await response.blob() }
}

const drawings = new Map<string, Promise<string>>()

/** A game's drawings as SVG source, fetched once. */
export function artSvg(slug: string): Promise<string> {
  const known = drawings.get(slug)
  if (known) return known
  const asked = text(`/art/${slug}.svg`)
  drawings.set(slug, asked)
  asked.catch(() => drawings.delete(slug))
  return asked
}

function settings(players: number, options: Record<string, string>): string {
  return `${new URLSearchParams({ ...options, players: String(players) })}`
}

function gamePath(slug: string, ...rest: string[]): string {
  return ['/api/games', ...[slug, ...rest].map(encodeURIComponent)].join('/')
}

async function get<T>(address: string, limit?: Limit): Promise<T> {
  return (await answer(await parlour.request(address, {}, limit))) as T
}

async function ask<T>(address: string, body: object): Promise<T> {
  return (await answer(await post(address, JSON.stringify(body)))) as T
}

async function text(address: string): Promise<string> {
  const response = await parlour.request(address)
  if (!response.ok) await answer(response)
  return response.text()
}

export function post(address: string, body: string): Promise<Response> {
  return parlour.request(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

/** What a response says; a refusal is thrown. */
export async function answer(response: Response): Promise<unknown> {
  const text = await response.text()
  const body = parsed(text)
  if (response.ok && (body !== undefined || text === '')) return body
  if (response.ok) throw new Error('The answer cannot be read; something between this page and the server changed it.')
  const refused = body as Refused | undefined
  throw new RefusedError(sentence(refused?.words ?? `the server answered ${response.status}`), refused?.code ?? '')
}

/** What a JSON text says; undefined if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

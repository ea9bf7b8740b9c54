/** The few plain requests. A refusal becomes a RefusedError, whose message is one sentence to show. */
import type {
  BoardAsked,
  BoardDrawn,
  BoardMoves,
  BoardPreview,
  BoardPreviewAsked,
  BoardShown,
  BoardWhy,
  BoardWhyAsked,
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
  LessonAsked,
  LessonCard,
  LessonShown,
  ListedTable,
  MidgameAsked,
  NewEvening,
  NewTable,
  OpenedDay,
  OpenedEvening,
  PlayedGame,
  PreviewAsked,
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
  WhyAsked,
  Yours,
  YoursAsked,
} from '../protocol'
import { parlour } from '#parlour'
import { sentence } from '../text/english'

export class RefusedError extends Error {
  /** `code`: the refusal's name in core/errors.py or server/errors.py; "" where the server gave none. */
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message)
  }
}

/** All games. One that is `wanted` is made ready before the others. */
export async function games(wanted = ''): Promise<GameCard[]> {
  return (await answer(
    await parlour.request(wanted ? `/api/games?game=${encodeURIComponent(wanted)}` : '/api/games'),
  )) as GameCard[]
}

/** How much is compiled, 0 .. 1, by the slug of the game; only games that are not ready yet. */
export async function compileProgress(): Promise<Record<string, number>> {
  return (await answer(await parlour.request('/api/progress'))) as Record<string, number>
}

/** What the seats are called at a table with these players and options. */
export async function seatNames(slug: string, players: number, options: Record<string, string>): Promise<string[]> {
  const asked = new URLSearchParams({ ...options, players: String(players) })
  return (await answer(await parlour.request(`/api/games/${slug}/seats?${asked}`))) as string[]
}

export async function newTable(order: NewTable): Promise<TableLinks> {
  return (await answer(await post('/api/tables', JSON.stringify(order)))) as TableLinks
}

/** Why a table could not be rated, as a sentence; '' if it could. */
export async function whyNotRated(order: NewTable): Promise<string> {
  const { why_not } = (await answer(await post('/api/rated', JSON.stringify(order)))) as RatedCheck
  return why_not && sentence(why_not)
}

/** Public tables, for the lobby. */
export async function publicTables(): Promise<ListedTable[]> {
  return (await answer(await parlour.request('/api/tables'))) as ListedTable[]
}

/** How the tables stand that this browser remembers. */
export async function ownTableStates(tables: YoursAsked['tables']): Promise<Yours> {
  return (await answer(await post('/api/yours', JSON.stringify({ tables } satisfies YoursAsked)))) as Yours
}

/** Removes a table for good; only a parlour in this browser does that. */
export async function removeTable(id: string): Promise<void> {
  await answer(await parlour.request(`/api/tables/${id}`, { method: 'DELETE' }))
}

/** The lessons of a game, those of the first course first. */
export async function lessonCards(slug: string): Promise<LessonCard[]> {
  return (await answer(await parlour.request(lessonPath(slug)))) as LessonCard[]
}

/** A lesson after the right answers so far and one more. */
export async function lessonShown(slug: string, lesson: string, asked: LessonAsked): Promise<LessonShown> {
  return (await answer(await post(lessonPath(slug, lesson), JSON.stringify(asked)))) as LessonShown
}

export async function lessonPreview(slug: string, lesson: string, asked: PreviewAsked): Promise<BoardPreview> {
  return (await answer(await post(lessonPath(slug, lesson, 'preview'), JSON.stringify(asked)))) as BoardPreview
}

export async function lessonWhy(slug: string, lesson: string, asked: WhyAsked): Promise<BoardWhy> {
  return (await answer(await post(lessonPath(slug, lesson, 'why'), JSON.stringify(asked)))) as BoardWhy
}

/** One puzzle of each game, the same for everybody. */
export async function puzzlesOfTheDay(): Promise<PuzzlesOfTheDay> {
  return (await answer(await parlour.request('/api/puzzles'))) as PuzzlesOfTheDay
}

/** The puzzles of a game, the easiest first. */
export async function puzzleList(slug: string): Promise<PuzzleList> {
  return (await answer(await parlour.request(puzzlePath(slug)))) as PuzzleList
}

export async function puzzleCard(slug: string, key: string): Promise<PuzzleCard> {
  return (await answer(await parlour.request(puzzlePath(slug, key)))) as PuzzleCard
}

/** The games of the day. */
export async function daysCard(): Promise<DaysCard> {
  return (await answer(await parlour.request('/api/days'))) as DaysCard
}

/** Adds a word for the next day. */
export async function addDayWord(word: string): Promise<Receipt> {
  return (await answer(await post('/api/days/words', JSON.stringify({ word } satisfies DayWord)))) as Receipt
}

/** Today's table of a person. */
export async function beginDay(slug: string, asked: DayBegin): Promise<TableLinks> {
  return (await answer(await post(`/api/days/games/${encodeURIComponent(slug)}`, JSON.stringify(asked)))) as TableLinks
}

/** What a person has played. */
export async function dayYours(asked: DayAsked): Promise<DayYours> {
  return (await answer(await post('/api/days/yours', JSON.stringify(asked)))) as DayYours
}

/** What a person did beside everybody else. */
export async function dayResult(slug: string, asked: DayResultAsked): Promise<DayResult> {
  return (await answer(
    await post(`/api/days/games/${encodeURIComponent(slug)}/result`, JSON.stringify(asked)),
  )) as DayResult
}

/** What is published of a day that is over. */
export async function openedDay(day: number): Promise<OpenedDay> {
  return (await answer(await parlour.request(`/api/days/${day}`))) as OpenedDay
}

/** A duplicate evening as its host sees it. */
export async function newEvening(order: NewEvening): Promise<EveningCard> {
  return (await answer(await post('/api/evenings', JSON.stringify(order)))) as EveningCard
}

/** An evening as a person may see it. */
export async function eveningCard(id: string, asked: EveningAsked): Promise<EveningCard> {
  return (await answer(await post(`/api/evenings/${id}`, JSON.stringify(asked)))) as EveningCard
}

/** Takes a place in an evening. */
export async function joinEvening(id: string, asked: JoinEvening): Promise<Receipt> {
  return (await answer(await post(`/api/evenings/${id}/guests`, JSON.stringify(asked)))) as Receipt
}

/** Lets an evening begin. */
export async function beginEvening(id: string, asked: EveningAsked): Promise<EveningCard> {
  return (await answer(await post(`/api/evenings/${id}/begin`, JSON.stringify(asked)))) as EveningCard
}

/** What is published of an evening that is over. */
export async function openedEvening(id: string): Promise<OpenedEvening> {
  return (await answer(await parlour.request(`/api/evenings/${id}/opened`))) as OpenedEvening
}

function puzzlePath(slug: string, ...rest: string[]): string {
  return ['/api/games', encodeURIComponent(slug), 'puzzles', ...rest.map(encodeURIComponent)].join('/')
}

/** The record of a game, as it is downloaded. */
export async function recordText(table: string): Promise<string> {
  const response = await parlour.request(`/api/tables/${table}/record`)
  if (!response.ok) await answer(response)
  return response.text()
}

/** What was played at a table whose game is over. */
export async function playedGame(table: string): Promise<PlayedGame> {
  return (await answer(await parlour.request(`/api/tables/${table}/actions`))) as PlayedGame
}

/** Any position of a game, by the actions that lead there. */
export async function boardShown(slug: string, asked: BoardAsked): Promise<BoardShown> {
  return (await answer(await post(boardPath(slug), JSON.stringify(asked)))) as BoardShown
}

export async function boardPreview(slug: string, asked: BoardPreviewAsked): Promise<BoardPreview> {
  return (await answer(await post(boardPath(slug, 'preview'), JSON.stringify(asked)))) as BoardPreview
}

export async function boardWhy(slug: string, asked: BoardWhyAsked): Promise<BoardWhy> {
  return (await answer(await post(boardPath(slug, 'why'), JSON.stringify(asked)))) as BoardWhy
}

/** What led to a position, in words. */
export async function boardMoves(slug: string, asked: BoardAsked): Promise<BoardMoves> {
  return (await answer(await post(boardPath(slug, 'moves'), JSON.stringify(asked)))) as BoardMoves
}

/** Draws from a position until a seat decides. */
export async function boardDrawn(slug: string, asked: BoardAsked): Promise<BoardDrawn> {
  return (await answer(await post(boardPath(slug, 'draw'), JSON.stringify(asked)))) as BoardDrawn
}

function boardPath(slug: string, ...rest: string[]): string {
  return ['/api/games', encodeURIComponent(slug), 'board', ...rest].join('/')
}

/** A table where the first course ends, in the middle of a game. */
export async function newMidgame(slug: string, asked: MidgameAsked): Promise<TableLinks> {
  return (await answer(
    await post(`/api/games/${encodeURIComponent(slug)}/midgame`, JSON.stringify(asked)),
  )) as TableLinks
}

function lessonPath(slug: string, ...rest: string[]): string {
  return ['/api/games', encodeURIComponent(slug), 'lessons', ...rest.map(encodeURIComponent)].join('/')
}

/** A table as a spectator sees it. */
export async function tableCard(id: string): Promise<TableCard> {
  return (await answer(await parlour.request(`/api/tables/${id}`))) as TableCard
}

/** Take an open seat. */
export async function takeSeat(id: string, seat: number, name: string): Promise<SeatLink> {
  return (await answer(
    await post(`/api/tables/${id}/seats/${seat}`, JSON.stringify({ name } satisfies SitDown)),
  )) as SeatLink
}

/** Opens a table at which the game of a record stands as it ended, or stopped. */
export async function openRecord(text: string): Promise<TableLinks> {
  return (await answer(await post('/api/records', text))) as TableLinks
}

/** The ways to remind people who have no page open. */
export async function reminderCard(): Promise<ReminderCard> {
  return (await answer(await parlour.request('/api/reminders'))) as ReminderCard
}

/** What somebody shows to everybody. */
export async function profile(tag: string): Promise<Profile> {
  return (await answer(await parlour.request(`/api/tags/${tag}`))) as Profile
}

/** How the server is doing. */
export async function status(): Promise<Status> {
  return (await answer(await parlour.request('/api/status'))) as Status
}

/** A game's rules page: an HTML fragment from our own server. */
export async function rulesHtml(slug: string): Promise<string> {
  return text(`/rules/${slug}`)
}

/** A file that is made on request, and its name. */
export async function download(address: string): Promise<{ name: string; data: Blob }> {
  const response = await parlour.request(address)
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
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body
  const refused = body as Refused | null
  throw new RefusedError(sentence(refused?.words ?? `the server answered ${response.status}`), refused?.code ?? '')
}

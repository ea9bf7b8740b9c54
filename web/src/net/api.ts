// Made by `python -m rookery.server.api.typescript web/src`. Do not edit.
import type * as wire from '../protocol'
import { ask, get, path, type Part, type Query } from './requests'

/** The cards of all games. The one called `game` is opened before others. */
export function games(query: Query = {}): Promise<wire.GameCard[]> {
  return get('/api/games', query)
}

/** The names of the seats at a table with these `players` and options, for option values that no card lists. */
export function seatNames(slug: Part, query: Query = {}): Promise<string[]> {
  return get(path`/api/games/${slug}/seats`, query)
}

/** The lessons of a game, those of the first course first. The game need not be ready yet. */
export function lessonCards(slug: Part): Promise<wire.LessonCard[]> {
  return get(path`/api/games/${slug}/lessons`)
}

/** A whole lesson. */
export function lessonScript(slug: Part, lesson: Part): Promise<wire.LessonScript> {
  return get(path`/api/games/${slug}/lessons/${lesson}`)
}

/** The puzzles of this day, one of each game. */
export function puzzlesOfTheDay(): Promise<wire.PuzzlesOfTheDay> {
  return get('/api/puzzles')
}

/** All puzzles of a game, the easiest first; the game need not be ready. */
export function puzzleList(slug: Part): Promise<wire.PuzzleList> {
  return get(path`/api/games/${slug}/puzzles`)
}

/** The games of this day. */
export function daysCard(): Promise<wire.DaysCard> {
  return get('/api/days')
}

/** A word for the next day. */
export function addDayWord(asked: wire.DayWord): Promise<wire.Receipt> {
  return ask('/api/days/words', asked)
}

/** The daily games that a person has played. */
export function dayYours(asked: wire.DayAsked): Promise<wire.DayYours> {
  return ask('/api/days/yours', asked)
}

/** Begins today's game of a person, or finds the table where it was begun. */
export function beginDay(slug: Part, asked: wire.DayBegin): Promise<wire.TableLinks> {
  return ask(path`/api/days/games/${slug}`, asked)
}

/** A person's result in a game of a day, beside everybody else's; null while that person could still play. */
export function dayResult(slug: Part, asked: wire.DayResultAsked): Promise<wire.DayResult | null> {
  return ask(path`/api/days/games/${slug}/result`, asked)
}

/** The facts that are published of a day when it is over. */
export function openedDay(day: Part): Promise<wire.OpenedDay> {
  return get(path`/api/days/${day}`)
}

/** One puzzle. */
export function puzzleCard(slug: Part, key: Part): Promise<wire.PuzzleCard> {
  return get(path`/api/games/${slug}/puzzles/${key}`)
}

/** The position before the first ply of a game with these `players` and options. */
export function firstBoard(slug: Part, query: Query = {}): Promise<wire.BoardCard> {
  return get(path`/api/games/${slug}/board`, query)
}

/** A table where a learner finishes the game in which the first course ends. */
export function newMidgame(slug: Part, asked: wire.MidgameAsked): Promise<wire.TableLinks> {
  return ask(path`/api/games/${slug}/midgame`, asked)
}

/** The newest public tables of a `game`, or of all, those that wait for players first; `max` of each state. */
export function publicTables(query: Query = {}): Promise<wire.ListedTables> {
  return get('/api/tables', query)
}

/** A new table. There are as many seats as players. */
export function newTable(asked: wire.NewTable): Promise<wire.TableLinks> {
  return ask('/api/tables', asked)
}

/** Whether a table could be rated. Pages ask unasked, so the answer is no refusal. */
export function checkRated(asked: wire.NewTable): Promise<wire.RatedCheck> {
  return ask('/api/rated', asked)
}

/** An open seat. */
export function takeSeat(table: Part, seat: Part, asked: wire.SitDown): Promise<wire.SeatLink> {
  return ask(path`/api/tables/${table}/seats/${seat}`, asked)
}

/** A table as a spectator sees it. */
export function tableCard(table: Part): Promise<wire.TableCard> {
  return get(path`/api/tables/${table}`)
}

/** The game that was played at a table, once it is over. */
export function playedGame(table: Part): Promise<wire.PlayedGame> {
  return get(path`/api/tables/${table}/actions`)
}

/** The state of the tables that a browser remembers. */
export function ownTableStates(asked: wire.YoursAsked): Promise<wire.Yours> {
  return ask('/api/yours', asked)
}

/** The ways in which people without an open page can be reminded. */
export function reminderCard(): Promise<wire.ReminderCard> {
  return get('/api/reminders')
}

/** A new evening, as its host sees it. */
export function newEvening(asked: wire.NewEvening): Promise<wire.EveningCard> {
  return ask('/api/evenings', asked)
}

/** An evening as a person may see it. */
export function eveningCard(evening: Part, asked: wire.EveningAsked): Promise<wire.EveningCard> {
  return ask(path`/api/evenings/${evening}`, asked)
}

/** A place in an evening. */
export function joinEvening(evening: Part, asked: wire.JoinEvening): Promise<wire.Receipt> {
  return ask(path`/api/evenings/${evening}/guests`, asked)
}

/** Lets an evening begin. */
export function beginEvening(evening: Part, asked: wire.EveningAsked): Promise<wire.EveningCard> {
  return ask(path`/api/evenings/${evening}/begin`, asked)
}

/** The facts that are published of an evening when it is over. */
export function openedEvening(evening: Part): Promise<wire.OpenedEvening> {
  return get(path`/api/evenings/${evening}/opened`)
}

/** Whether people may bring games here. */
export function madeAllowed(): Promise<wire.MadeAllowed> {
  return get('/api/made')
}

/** The public profile of somebody who shows it. */
export function profile(tag: Part): Promise<wire.Profile> {
  return get(path`/api/tags/${tag}`)
}

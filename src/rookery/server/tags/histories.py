"""Histories of name tags: their games in pages, how many there are of each kind, and profiles for everybody."""

from typing import Any

import msgspec
from msgspec.structs import replace

from rookery.server.errors import UnknownTag
from rookery.server.ratings.rating_rows import ratings_of
from rookery.server.storage.database import Database, SqlRow
from rookery.server.storage.digests import covered, intact
from rookery.server.tags.tag_store import SELECT_TAG
from rookery.server.wire.messages import YourTable
from rookery.server.wire.tag_messages import GamePlace, GamesAsked, Profile, TagGames, Tally

GAMES_PER_PAGE = 24
SELECT_GAMES = f"""\
SELECT place, since, table_id, seat, {covered("tables.described")} FROM
(SELECT place, since, table_id, seat FROM tagged_seats WHERE {{}} ORDER BY place, since DESC, table_id LIMIT ?) AS page
JOIN tables ON id = table_id ORDER BY place, since DESC, table_id"""
SELECT_TALLIES = "SELECT game, result, count(*) FROM tagged_seats WHERE {} GROUP BY game, result ORDER BY game"


def page(database: Database, tag: str, asked: GamesAsked) -> TagGames:
    """A page of a history; the first one has the tallies and ratings, too."""
    condition, values = _filter(tag, asked)
    rows = database.execute(SELECT_GAMES.format(condition), (*values, GAMES_PER_PAGE + 1))
    more = GamePlace(*rows[GAMES_PER_PAGE - 1][:3]) if len(rows) > GAMES_PER_PAGE else None
    games = _summaries(rows[:GAMES_PER_PAGE])
    if asked.after is not None:
        return TagGames(games, more, [], [])
    return TagGames(games, more, _tallies(database, "tag = ?", tag), ratings_of(database, tag))


def profile(database: Database, tag: str) -> Profile | UnknownTag:
    """The public profile of somebody who shows it."""
    row = next((row for row in database.execute(SELECT_TAG, (tag,)) if row[4]), None)
    if row is None:
        return UnknownTag("there is no profile at this address")
    _, name, bird, colour, _, made, _ = row
    games = database.execute(SELECT_GAMES.format("tag = ? AND public = 1 AND place = 2"), (tag, GAMES_PER_PAGE))
    tallies = _tallies(database, "tag = ? AND public = 1 AND result != ''", tag)
    ratings = [replace(rating, others=[]) for rating in ratings_of(database, tag)]
    return Profile(name, bird, colour, made, tallies, _summaries(games), ratings)


def _filter(tag: str, asked: GamesAsked) -> tuple[str, list[Any]]:
    """The condition of a page of a history, and its values."""
    parts: list[tuple[str, tuple[Any, ...]]] = [("tag = ?", (tag,))]
    if asked.game:
        parts.append(("game = ?", (asked.game,)))
    if asked.result == "running":
        parts.append(("place < 2", ()))
    elif asked.result:
        parts.append(("result = ?", (asked.result,)))
    if (after := asked.after) is not None:
        later = "(place > ? OR (place = ? AND (since < ? OR (since = ? AND table_id > ?))))"
        parts.append((later, (after.place, after.place, after.since, after.since, after.table)))
    return " AND ".join(text for text, _ in parts), [value for _, values in parts for value in values]


def _summaries(rows: list[SqlRow]) -> list[YourTable]:
    tables = []
    for _, _, _, seat, *description in rows:
        for *_, summary, _ in intact("tables.described", [description]):
            tables.append(replace(msgspec.json.decode(summary, type=YourTable), yours=[seat]))
    return tables


def _tallies(database: Database, condition: str, tag: str) -> list[Tally]:
    counts: dict[str, dict[str, int]] = {}
    for game, result, count in database.execute(SELECT_TALLIES.format(condition), (tag,)):
        counts.setdefault(game, {})[result or "running"] = count
    kinds = ("running", "won", "lost", "drawn")
    return [Tally(game, *(numbers.get(kind, 0) for kind in kinds)) for game, numbers in counts.items()]
